import { resolve } from "node:path";
import { BackupError } from "@/lib/backup/backup-error";
import { closeDatabase, NoDashboardDatabaseError, openExistingDatabase } from "@/lib/db/database";
import { ForeignDatabaseError, identityOf, requireOwnDatabase } from "@/lib/db/issuer-identity";
import { MovedDatabaseError } from "@/lib/db/moved-folder";
import { UnfinishedLoadError } from "@/lib/db/unfinished-load";
import { SettingError } from "@/lib/domain/settings/settings";
import { env } from "@/lib/env";
import { describeLocation } from "@/lib/postgres/describe-location";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { MigrationError } from "@/lib/postgres/migrate";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";
import { EncodingError } from "@/lib/postgres/require-utf8";

/** Only the message is printed, without a stack. */
export class TaskError extends Error {}

const EXPECTED_ERRORS = [
  TaskError,
  SettingError,
  NoDashboardDatabaseError,
  ForeignDatabaseError,
  DatabaseUnreachableError,
  FolderInUseError,
  MigrationError,
  BackupError,
  MovedDatabaseError,
  EncodingError,
  UnfinishedLoadError,
];

type Options = {
  /** The task opens the database itself, or creates it; other tasks need an existing one of this version. */
  opensDatabase?: boolean;
  /** Also runs on a database that belongs to another issuer. */
  allowAnyIssuer?: boolean;
};

/** Prints which issuer and database are used, runs the task and closes the database. */
export async function runTask(
  task: () => Promise<void>,
  { opensDatabase = false, allowAnyIssuer = false }: Options = {},
): Promise<void> {
  try {
    const settings = env();
    const engine = "url" in settings.database ? "PostgreSQL" : "embedded";
    console.log(`Issuer      ${settings.issuer.url} (${settings.mode})`);
    console.log(`Database    ${describeLocation(settings.database)} (${engine})\n`);
    if (!opensDatabase) {
      const { pool } = await openExistingDatabase();
      if (!allowAnyIssuer) await requireOwnDatabase(pool, identityOf(settings));
    }
    await task();
  } catch (error) {
    const isExpected = EXPECTED_ERRORS.some((expected) => error instanceof expected);
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}

/** A path that a person typed: npm runs tasks in the checkout, and INIT_CWD is the person's folder. */
export function resolvePath(name: string): string {
  return resolve(process.env.INIT_CWD ?? ".", name);
}
