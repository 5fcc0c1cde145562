import type pg from "pg";
import { findUnfinishedLoad } from "@/lib/db/unfinished-load";
import type { Env } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";

/** What a check found, in words for the terminal. A remedy says what to do. */
export type Finding =
  | { is: "ok"; text: string }
  | { is: "problem"; text: string; remedy: string }
  /** It doesn't apply, or another problem prevents it. */
  | { is: "skipped"; text: string };

export type Context = {
  env: Env;
  /** Malformed or missing settings, for which `env` has placeholders. */
  brokenSettings: ReadonlySet<string>;
  /** Opened once for all checks; rejects with the reason if it can't be opened. */
  openDatabase(): Promise<Database>;
};

export type Check = {
  title: string;
  /** It is skipped if one of these settings is malformed or missing. */
  needs: readonly string[];
  run(context: Context): Promise<Finding>;
};

export const ok = (text: string): Finding => ({ is: "ok", text });
export const problem = (text: string, remedy: string): Finding => ({ is: "problem", text, remedy });
export const skipped = (text: string): Finding => ({ is: "skipped", text });

export const DATABASE_SETTINGS = ["DATABASE_URL", "DATA_DIR"] as const;

/** Skips the check if the database can't be opened, which is a finding of its own. */
export async function withDatabase(
  { openDatabase }: Context,
  check: (db: pg.Pool, engine: Database["engine"]) => Promise<Finding>,
): Promise<Finding> {
  const opened = await openDatabase().catch(() => null);
  return opened
    ? check(opened.pool, opened.engine)
    : skipped("Not checked, because the database was not opened.");
}

/** Skips the check during a restore or move, which has to be finished before anything else is worth an advice. */
export function withCompleteDatabase(
  context: Context,
  check: (db: pg.Pool) => Promise<Finding>,
): Promise<Finding> {
  return withDatabase(context, async (db) =>
    (await findUnfinishedLoad(db)) === null
      ? check(db)
      : skipped("Not checked, because a restore or move into the database is not finished."),
  );
}
