import { closeDatabase, NoDashboardDatabaseError, openExistingDatabase } from "@/lib/db/database";
import { ForeignDatabaseError, identityOf, requireOwnDatabase } from "@/lib/db/issuer-identity";
import { SettingError } from "@/lib/domain/settings/settings";
import { env } from "@/lib/env";
import { describeLocation } from "@/lib/postgres/describe-location";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { MigrationError } from "@/lib/postgres/migrate";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";

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
];

type Options = {
  /** Only setup may create the database; other tasks need an existing one. */
  canCreateDatabase?: boolean;
  /** Also runs on a database that belongs to another issuer. */
  allowAnyIssuer?: boolean;
};

/** Prints which issuer and database are used, runs the task and closes the database. */
export async function runTask(
  task: () => Promise<void>,
  { canCreateDatabase = false, allowAnyIssuer = false }: Options = {},
): Promise<void> {
  try {
    const settings = env();
    const engine = "url" in settings.database ? "PostgreSQL" : "embedded";
    console.log(`Issuer      ${settings.issuer.url} (${settings.mode})`);
    console.log(`Database    ${describeLocation(settings.database)} (${engine})\n`);
    if (!canCreateDatabase) {
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
