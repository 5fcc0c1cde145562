import { mkdirSync } from "node:fs";
import { type FolderLock, lockFolder } from "@/lib/postgres/folder-lock";
import type { SandboxConfig } from "./config";
import { DEFAULT_SEED, type Scenario } from "./scenarios/generate-state";
import { Worlds } from "./worlds/worlds";

export type SandboxOptions = {
  config: SandboxConfig;
  folder: string | null;
  scenario?: Scenario;
  seed?: number;
};

/** All worlds, with the default one opened; nobody else may use the folder meanwhile. */
export async function openSandbox(
  options: SandboxOptions,
): Promise<{ worlds: Worlds; close(): Promise<void> }> {
  const { config, folder, scenario = "demo", seed = DEFAULT_SEED } = options;
  let lock: FolderLock | null = null;
  if (folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = await lockFolder(folder);
  }
  const worlds = new Worlds({ config, folder, initial: { scenario, seed } });
  const close = async () => {
    await worlds.close();
    await lock?.release();
  };
  try {
    await worlds.open(worlds.keys.defaultName);
  } catch (error) {
    await close();
    throw error;
  }
  return { worlds, close };
}
