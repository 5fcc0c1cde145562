import "server-only";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import type { DatabaseLocation } from "@/lib/postgres/database";
import { describeLocation } from "@/lib/postgres/describe-location";

/** The embedded database was moved to PostgreSQL, so its folder is an old copy. */
export class MovedDatabaseError extends Error {
  override name = "MovedDatabaseError";
}

/** Throws if a dashboard would go on with the old copy while the data is elsewhere. */
export function requireUnmovedFolder(location: DatabaseLocation): void {
  const target = findMoveTarget(location);
  if (target === null || !("folder" in location)) return;
  throw new MovedDatabaseError(
    `The database ${describeLocation(location)} was moved to ${target}. ${movedRemedy(location.folder)}`,
  );
}

export function movedRemedy(folder: string): string {
  return `Set DATABASE_URL to that database, or remove the file ${movedMark(describeLocation({ folder }))} to go on with the old copy.`;
}

/** Where the data of an embedded database went, or null. */
export function findMoveTarget(location: DatabaseLocation): string | null {
  if (!("folder" in location)) return null;
  try {
    return readFileSync(movedMark(location.folder), "utf8").trim() || "another database";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Returns how to take the mark back. An earlier move to another database then counts again. */
export async function markMovedFolder(folder: string, to: DatabaseLocation): Promise<() => Promise<void>> {
  const path = movedMark(folder);
  const earlier = findMoveTarget({ folder });
  const write = (target: string) => writeFile(path, `${target}\n`, { mode: 0o600, flush: true });
  await write(describeLocation(to));
  return () => (earlier === null ? rm(path, { force: true }) : write(earlier));
}

/** Next to the folder, so that it also counts after the folder was renamed or deleted. */
function movedMark(folder: string): string {
  return `${folder}.moved`;
}
