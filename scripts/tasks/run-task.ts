import { closeDatabase } from "@/lib/db/database";
import { SettingError } from "@/lib/domain/settings";
import { FolderInUseError } from "@/lib/postgres/folder-lock";

/** What stops a task with one sentence instead of a stack. */
export class TaskRefused extends Error {}

/** Runs a task on the dashboard's database, and closes it. */
export async function runTask(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const isExpected =
      error instanceof TaskRefused || error instanceof SettingError || error instanceof FolderInUseError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}
