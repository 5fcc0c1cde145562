import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { ignore, inTransactionOn } from "./open-database";

/** One step of a schema's history. Never edited once it has landed: add another. */
export type Migration = TransactionalMigration | SteppedMigration;

/** All or nothing. For what holds its locks for a moment only. */
type TransactionalMigration = { name: string; sql: string };

/**
 * Steps outside a transaction, for large tables. Progress is recorded after each, so a crash costs one step or one
 * batch. Text and no functions: a bundler rewrites code, and the checksum must stay the same.
 */
type SteppedMigration = { name: string; steps: readonly Step[] };

type Step =
  /**
   * Statements run one by one, and again from the first after a crash. `create index concurrently` leaves an invalid
   * index behind when it is interrupted, so `drop index concurrently if exists` comes before it.
   */
  | { run: readonly string[] }
  /** Repeated, each time in a transaction of its own, with $1 = the cursor that the last one returned; null ends it. */
  | { batch: string };

/** A migration that may not or cannot be applied. The message is one sentence that names it. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

type Limits = { lockTimeoutMs: number; attempts: number; pauseMs: number };

const LIMITS: Limits = { lockTimeoutMs: 5_000, attempts: 5, pauseMs: 1_000 };
const LOCK_KEY = 7_203_114;
const LOCK_POLL_MS = 50;
const LOCK_NOT_AVAILABLE = "55P03";

/** Applies what is missing, in order; safe when several processes start at once. */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  limits: Limits = LIMITS,
): Promise<void> {
  const client = await pool.connect();
  // A connection lost between two queries must not end the process; the next query says that it is gone.
  client.on("error", ignore);
  try {
    await acquireLock(client);
    const applied = await readApplied(client, limits);
    await verifyApplied(client, migrations, applied);
    for (const migration of migrations)
      if (!applied.has(migration.name)) await apply(client, migration, limits);
  } finally {
    const isUnlocked = await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]).then(
      () => true,
      () => false,
    );
    client.off("error", ignore);
    client.release(!isUnlocked);
  }
}

/** Stops at a migration that was edited after this database applied it: what the program expects may not be there. */
async function verifyApplied(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string | null>,
): Promise<void> {
  for (const migration of migrations) {
    const recorded = applied.get(migration.name);
    const checksum = checksumOf(migration);
    // Null: applied before checksums were recorded. What it said then is not known any more.
    if (recorded === null)
      await client.query("update migrations set checksum = $2 where name = $1", [migration.name, checksum]);
    else if (recorded !== undefined && recorded !== checksum) {
      throw new MigrationError(
        `The migration ${migration.name} was edited after it was applied to this database. Restore the original and add a new migration instead.`,
      );
    }
  }
}

/** Polls: a query that waits for the lock would hold a snapshot, for which a concurrent index build waits in turn. */
async function acquireLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock($1) as acquired",
      [LOCK_KEY],
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
        await client.query(migration.sql);
        await record();
      }),
    );
    return;
  }
  for (;;) {
    const progress = await findProgress(client, name, checksum);
    const step = migration.steps[progress.step];
    if (!step) break;
    await withRetries(name, limits, () => takeStep(client, { name, checksum, ...progress }, step, limits));
  }
  await inTransactionOn(client, async () => {
    await record();
    await client.query("delete from migration_progress where name = $1", [name]);
  });
}

type Progress = { step: number; cursor: string | null };

/** Where to go on. Progress of a migration that has changed since counts for nothing. */
async function findProgress(client: pg.PoolClient, name: string, checksum: string): Promise<Progress> {
  const { rows } = await client.query<Progress>(
    "select step, cursor from migration_progress where name = $1 and checksum = $2",
    [name, checksum],
  );
  return rows[0] ?? { step: 0, cursor: null };
}

async function takeStep(
  client: pg.PoolClient,
  at: Progress & { name: string; checksum: string },
  step: Step,
  limits: Limits,
): Promise<void> {
  const saveProgress = (next: Progress) =>
    client.query(
      `insert into migration_progress (name, checksum, step, cursor) values ($1, $2, $3, $4)
       on conflict (name) do update set checksum = excluded.checksum, step = excluded.step, cursor = excluded.cursor`,
      [at.name, at.checksum, next.step, next.cursor],
    );
  if ("run" in step) {
    for (const statement of step.run) await runStatement(client, statement, limits);
    await saveProgress({ step: at.step + 1, cursor: null });
    return;
  }
  await inLimitedTransaction(client, limits, async () => {
    const { rows } = await client.query<{ cursor: string | null }>(step.batch, [at.cursor]);
    const cursor = rows[0]?.cursor ?? null;
    await saveProgress(cursor === null ? { step: at.step + 1, cursor } : { step: at.step, cursor });
  });
}

/** A concurrent build waits for older transactions without being in anyone's way: it gets the time it needs. */
async function runStatement(client: pg.PoolClient, statement: string, limits: Limits): Promise<void> {
  const isConcurrent = /\bconcurrently\b/i.test(statement);
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : limits.lockTimeoutMs}`);
  try {
    await client.query(statement);
  } finally {
    await client.query("reset lock_timeout");
  }
}

/** Everyone else queues behind a lock that is waited for, so the wait is short and tried again. */
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

function checksumOf(migration: Migration): string {
  const text = "sql" in migration ? migration.sql : JSON.stringify(migration.steps);
  return createHash("sha256").update(text).digest("hex");
}
