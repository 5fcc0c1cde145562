import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files share the snapshots of their databases. */
    snapshotFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "cardwell-snapshots-"));
  project.provide("snapshotFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
