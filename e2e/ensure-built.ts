import { join } from "node:path";
import { ensureBuilt } from "@/scripts/build.mjs";
import { createProcessGroups } from "@/scripts/process-groups.mjs";

/** Runs once before the workers start, because all of them serve this build. */
export default function ensureBuiltOnce(): Promise<void> {
  const root = join(import.meta.dirname, "..");
  return ensureBuilt(root, createProcessGroups({ cwd: root, env: () => process.env }));
}
