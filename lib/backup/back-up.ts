import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requireUnmovedFolder } from "@/lib/db/moved-folder";
import { requireFinishedLoad } from "@/lib/db/unfinished-load";
import type { Database, DatabaseLocation } from "@/lib/postgres/database";
import { describeLocation } from "@/lib/postgres/describe-location";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { openDatabase } from "@/lib/postgres/open-database";
import { BackupError } from "./backup-error";
import type { Header } from "./backup-format";
import { receiveBackup } from "./backup-socket";
import { withSnapshot } from "./read-database";
import { type WrittenBackup, writeFile } from "./write-file";

export type BackedUp = WrittenBackup & { header: Header };

/**
 * Writes everything in a database to a file. On PostgreSQL, dashboards go on in the meantime. The embedded database has
 * one process, so a running dashboard is asked to write it.
 */
export async function backUp(location: DatabaseLocation, path: string): Promise<BackedUp> {
  // Otherwise the daily backup would be the old copy, without a word.
  requireUnmovedFolder(location);
  let db: Database;
  try {
    db = await openSource(location);
  } catch (error) {
    if (!("folder" in location && error instanceof FolderInUseError)) throw error;
    return receiveBackup(location.folder, path, error);
  }
  try {
    return await withSnapshot(db.pool, async (source) => ({
      header: source.header,
      ...(await writeFile(path, source)),
    }));
  } finally {
    await db.close();
  }
}

/** Opens a database of any version, and creates none. */
export async function openSource(location: DatabaseLocation): Promise<Database> {
  if ("folder" in location && !existsSync(join(location.folder, "PG_VERSION")))
    throw new BackupError(
      `No database found in ${describeLocation(location)}. Check DATA_DIR and DATABASE_URL.`,
    );
  const db = await openDatabase(location);
  try {
    await requireFinishedLoad(db.pool);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
