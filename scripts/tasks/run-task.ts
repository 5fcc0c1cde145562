import { closeDatabase, NoDashboardDatabaseError, openExistingDatabase } from "@/lib/db/database";
import { ForeignDatabaseError, identityOf, requireOwnDatabase } from "@/lib/db/issuer-identity";
import { SettingError } from "@/lib/domain/settings";
import { env } from "@/lib/env";
import { describeLocation } from "@/lib/postgres/describe-location";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { MigrationError } from "@/lib/postgres/migrate";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";

/** What stops a task with one sentence instead of a stack. */
export class TaskRefused extends Error {}

const EXPECTED = [
  TaskRefused,
  SettingError,
  NoDashboardDatabaseError,
  ForeignDatabaseError,
  DatabaseUnreachableError,
  FolderInUseError,
  MigrationError,
];

type Options = {
  /** A task that sets a dashboard up may make its database; any other must find one. */
  mayCreateDatabase?: boolean;
  /** Runs on a database of another issuer as well. */
  isAnyIssuer?: boolean;
};

/** Runs a task on the dashboard's database and closes it. It says first which issuer and database those are. */
export async function runTask(
  task: () => Promise<void>,
  { mayCreateDatabase = false, isAnyIssuer = false }: Options = {},
): Promise<void> {
  try {
    const settings = env();
    const engine = "url" in settings.database ? "PostgreSQL" : "embedded";
    console.log(`Issuer      ${settings.issuer.url} (${settings.mode})`);
    console.log(`Database    ${describeLocation(settings.database)} (${engine})\n`);
    if (!mayCreateDatabase) {
      const { pool } = await openExistingDatabase();
      if (!isAnyIssuer) await requireOwnDatabase(pool, identityOf(settings));
    }
    await task();
  } catch (error) {
    const isExpected = EXPECTED.some((expected) => error instanceof expected);
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}
