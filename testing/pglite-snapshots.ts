import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/** PGlite takes seconds to create an empty database but loads a snapshot quickly. */
export async function emptyPglite(): Promise<Blob> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const home = join(dirname(entry), "..");
  const { version } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const path = join(home, "..", "..", ".cache", "cardwell", `pglite-${version}.tar`);
  return cachedSnapshot(path, async () => {
    const { PGlite } = await import("@electric-sql/pglite");
    return dumpAndClose(await PGlite.create("memory://"));
  });
}

export async function dumpAndClose(pglite: PGlite): Promise<Blob> {
  const snapshot = await pglite.dumpDataDir("none");
  await pglite.close();
  return snapshot;
}

/** If two processes make it at the same time, the last one is kept. */
export async function cachedSnapshot(path: string, make: () => Promise<Blob>): Promise<Blob> {
  const cached = await readFile(path).catch(() => null);
  if (cached) return new Blob([cached]);
  const snapshot = await make();
  await mkdir(dirname(path), { recursive: true });
  // The simulator's random IDs repeat, so its processes differ by their number only.
  const temporaryPath = `${path}.${process.pid}-${randomUUID()}`;
  await writeFile(temporaryPath, Buffer.from(await snapshot.arrayBuffer()));
  await rename(temporaryPath, path);
  return snapshot;
}
