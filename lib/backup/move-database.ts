import "server-only";
import { hostname } from "node:os";
import { markMovedFolder } from "@/lib/db/moved-folder";
import { describeLocation } from "@/lib/postgres/describe-location";
import { openSource } from "./back-up";
import { BackupError } from "./backup-error";
import type { Header } from "./backup-format";
import { withSnapshot } from "./read-database";
import { type Restored, restoreDatabase } from "./restore-database";

/**
 * Copies an embedded database into an empty PostgreSQL database. The folder's data stays as it is, and is marked as an
 * old copy, on which no dashboard starts.
 */
export async function moveDatabase(folder: string, url: string): Promise<Restored & { header: Header }> {
  const db = await openSource({ folder });
  let unmark = async () => {};
  try {
    return await withSnapshot(db.pool, async (source) => {
      const { header } = source;
      if (header.audit.why)
        throw new BackupError(
          `The audit chain of the embedded database is broken. ${header.audit.why} To keep it as it is, restore a backup instead.`,
        );
      // Only the same move may remove what it left.
      const what = `move from ${describeLocation({ folder })} on ${hostname()}`;
      // Before the move is finished: after a crash in between, neither database can be started on.
      const mark = async () => {
        unmark = await markMovedFolder(folder, { url });
      };
      return { header, ...(await restoreDatabase({ url }, source, what, mark)) };
    });
  } catch (error) {
    await unmark();
    throw error;
  } finally {
    await db.close();
  }
}
