import { join } from "node:path";
import { ensureBuilt } from "@/scripts/build.mjs";
import { createProcessGroups } from "@/scripts/process-groups.mjs";

/** Once, before the workers start: each of them serves this build. */
export default function ensureBuiltOnce(): Promise<void> {
  const root = join(import.meta.dirname, "..");
  return ensureBuilt(root, createProcessGroups({ cwd: root, env: () => process.env }));
}
