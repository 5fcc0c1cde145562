import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { inTransactionOn, noop } from "./open-database";

/** One migration of the schema. Never edit a released one; add another. */
export type Migration = TransactionalMigration | SteppedMigration;

/** Runs in one transaction, so it must hold its locks only briefly. */
type TransactionalMigration = { name: string; sql: string };

/**
 * Runs outside a transaction, for large tables. Progress is stored after each step, so that a crash repeats only one
 * step or batch. Steps are text, because a bundler would rewrite functions and change the checksum.
 */
type SteppedMigration = { name: string; steps: readonly Step[] };

type Step =
  /**
   * Statements run one by one, and again from the first after a crash. An interrupted `create index concurrently` leaves
   * an invalid index behind, so precede it with `drop index concurrently if exists`.
   */
  | { run: readonly string[] }
  /** Repeated in separate transactions, with $1 = the cursor that the previous one returned, until that is null. */
  | { batch: string };

/** A migration can't be applied. The message is one sentence that names it. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

type Limits = { lockTimeoutMs: number; attempts: number; pauseMs: number };

const LIMITS: Limits = { lockTimeoutMs: 5_000, attempts: 5, pauseMs: 1_000 };
export const MIGRATION_LOCK_KEY = 7_203_114;
const LOCK_POLL_MS = 50;
const LOCK_NOT_AVAILABLE = "55P03";

/** The longest that a timer can run: a migration of a large table takes as long as it needs. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

function withoutTimeout(text: string): pg.QueryConfig & { query_timeout: number } {
  return { text, query_timeout: NO_TIMEOUT_MS };
}

/** Applies missing migrations in order; safe if several processes start at once. */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  limits: Limits = LIMITS,
): Promise<void> {
  const client = await pool.connect();
  // A connection lost between two queries must not crash the process; the next query fails instead.
  client.on("error", noop);
  try {
    await acquireLock(client);
    const applied = await readApplied(client, limits);
    await verifyApplied(client, migrations, applied);
    for (const migration of migrations)
      if (!applied.has(migration.name)) await apply(client, migration, limits);
  } finally {
    const isUnlocked = await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK_KEY]).then(
      () => true,
      () => false,
    );
    client.off("error", noop);
    client.release(!isUnlocked);
  }
}

/** Throws if a migration was edited after it was applied, because the schema may differ from what the code expects. */
async function verifyApplied(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string | null>,
): Promise<void> {
  for (const migration of migrations) {
    const recorded = applied.get(migration.name);
    const checksum = checksumOf(migration);
    // Null means that it was applied before checksums were recorded, so its original text is unknown.
    if (recorded === null)
      await client.query("update migrations set checksum = $2 where name = $1", [migration.name, checksum]);
    else if (recorded !== undefined && recorded !== checksum) {
      throw new MigrationError(
        `The migration ${migration.name} was edited after it was applied to this database. Restore the original and add a new migration instead.`,
      );
    }
  }
}

/** While this runs, no process migrates the database. */
export async function withMigrationLock<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await acquireLock(client);
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK_KEY]).catch(noop);
  }
}

/** Polls, because a query that waits for the lock holds a snapshot, which would block a concurrent index build. */
async function acquireLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock($1) as acquired",
      [MIGRATION_LOCK_KEY],
    );
    if (rows[0]?.acquired) return;
    await pause(LOCK_POLL_MS);
  }
}

async function readApplied(client: pg.PoolClient, limits: Limits): Promise<Map<string, string | null>> {
  await client.query(`
    create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now(), checksum text
    );
    create table if not exists migration_progress (
      name text primary key, checksum text not null, step integer not null, cursor text
    );
  `);
  const { rowCount: hasChecksums } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'checksum'",
  );
  if (!hasChecksums)
    await withRetries("checksums", limits, () =>
      inLimitedTransaction(client, limits, async () => {
        await client.query("alter table migrations add column checksum text");
      }),
    );
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    "select name, checksum from migrations",
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: pg.PoolClient, migration: Migration, limits: Limits): Promise<void> {
  const { name } = migration;
  const checksum = checksumOf(migration);
  const record = () =>
    client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
  if ("sql" in migration) {
    await withRetries(name, limits, () =>
      inLimitedTransaction(client, limits, async () => {
        await client.query(withoutTimeout(migration.sql));
        await record();
      }),
    );
    return;
  }
  for (;;) {
    const progress = await findProgress(client, name, checksum);
    const step = migration.steps[progress.step];
    if (!step) break;
    await withRetries(name, limits, () => runStep(client, { name, checksum, ...progress }, step, limits));
  }
  await inTransactionOn(client, async () => {
    await record();
    await client.query("delete from migration_progress where name = $1", [name]);
  });
}

type Progress = { step: number; cursor: string | null };

/** Ignores the progress of a migration that has changed since. */
async function findProgress(client: pg.PoolClient, name: string, checksum: string): Promise<Progress> {
  const { rows } = await client.query<Progress>(
    "select step, cursor from migration_progress where name = $1 and checksum = $2",
    [name, checksum],
  );
  return rows[0] ?? { step: 0, cursor: null };
}

async function runStep(
  client: pg.PoolClient,
  progress: Progress & { name: string; checksum: string },
  step: Step,
  limits: Limits,
): Promise<void> {
  const saveProgress = (next: Progress) =>
    client.query(
      `insert into migration_progress (name, checksum, step, cursor) values ($1, $2, $3, $4)
       on conflict (name) do update set checksum = excluded.checksum, step = excluded.step, cursor = excluded.cursor`,
      [progress.name, progress.checksum, next.step, next.cursor],
    );
  if ("run" in step) {
    for (const statement of step.run) await runStatement(client, statement, limits);
    await saveProgress({ step: progress.step + 1, cursor: null });
    return;
  }
  await inLimitedTransaction(client, limits, async () => {
    const { rows } = await client.query<{ cursor: string | null }>(withoutTimeout(step.batch), [
      progress.cursor,
    ]);
    const cursor = rows[0]?.cursor ?? null;
    await saveProgress(
      cursor === null ? { step: progress.step + 1, cursor } : { step: progress.step, cursor },
    );
  });
}

/** A concurrent index build has no timeout, because it waits for older transactions without blocking anyone. */
async function runStatement(client: pg.PoolClient, statement: string, limits: Limits): Promise<void> {
  const isConcurrent = /\bconcurrently\b/i.test(statement);
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : limits.lockTimeoutMs}`);
  try {
    await client.query(withoutTimeout(statement));
  } finally {
    await client.query("reset lock_timeout");
  }
}

/** Other sessions queue behind a waiting lock request, so the wait is short and retried. */
async function withRetries(name: string, limits: Limits, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (attempt >= limits.attempts) {
        throw new MigrationError(
          `The migration ${name} could not lock its table in ${attempt} attempts because another session holds it. End that session's transaction, then start again.`,
          { cause: error },
        );
      }
    }
    await pause(limits.pauseMs * attempt);
  }
}

function inLimitedTransaction(
  client: pg.PoolClient,
  { lockTimeoutMs }: Limits,
  work: () => Promise<void>,
): Promise<void> {
  return inTransactionOn(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await work();
  });
}

export function checksumOf(migration: Migration): string {
  const text = "sql" in migration ? migration.sql : JSON.stringify(migration.steps);
  return createHash("sha256").update(text).digest("hex");
}
