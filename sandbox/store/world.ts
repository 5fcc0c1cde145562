import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import type { World, WorldBatch } from "@/sandbox/scenarios/world";
import { insertCards } from "./cards";
import { insertDesigns } from "./designs";
import { rebuildTally } from "./lists";
import { insertTransactions } from "./transactions";

export type WorldRow = {
  scenario: string;
  seed: number;
  clockOffsetMs: number;
  initialBalance: number;
  linkSecret: string;
};

const BALANCE_STEP = 100_000;

export async function findWorld(db: pg.Pool): Promise<WorldRow | null> {
  const { rows } = await db.query<{
    scenario: string;
    seed: number;
    clock_offset_ms: string;
    funding: string;
    link_secret: string;
  }>("select scenario, seed, clock_offset_ms, funding, link_secret from world");
  const [row] = rows;
  if (!row) return null;
  return {
    scenario: row.scenario,
    seed: row.seed,
    clockOffsetMs: Number(row.clock_offset_ms),
    initialBalance: Number(row.funding),
    linkSecret: row.link_secret,
  };
}

export async function getWorld(db: pg.Pool): Promise<WorldRow> {
  const world = await findWorld(db);
  if (!world) throw new Error("The sandbox has no world yet");
  return world;
}

export async function saveClockOffset(db: pg.Pool, offsetMs: number): Promise<void> {
  await db.query("update world set clock_offset_ms = $1", [Math.round(offsetMs)]);
}

/** Replaces the world in one transaction: readers wait, and a crash leaves the old world. */
export async function replaceWorld(
  db: Database,
  world: World,
  { scenario, seed }: { scenario: string; seed: number },
): Promise<void> {
  // PGlite has one connection, so a large statement would block all other queries.
  const rowsPerStatement = db.engine === "pglite" ? 300 : 5000;
  await inTransaction(db.pool, async (client) => {
    // Locks are taken in the same order as in all other calls, to prevent deadlocks.
    await client.query(
      "truncate cards, transactions, tally, card_designs, reissues, file_requests, deliveries, disagreements, world",
    );
    await client.query("alter table cards disable trigger cards_tally");
    await client.query("alter table transactions disable trigger transactions_tally");
    const indexes = await dropIndexes(client);
    await insertDesigns(client, world.designs);
    // Each batch is written while the next one is generated.
    let pendingWrite: Promise<void> = Promise.resolve();
    for (const batch of world.batches) {
      await pendingWrite;
      pendingWrite = writeBatch(client, batch, rowsPerStatement);
      // The error is handled where `pendingWrite` is awaited, one batch later.
      pendingWrite.catch(() => undefined);
    }
    await pendingWrite;
    for (const definition of indexes) await client.query(definition);
    await rebuildTally(client, "cards");
    await rebuildTally(client, "transactions");
    await client.query("alter table cards enable trigger cards_tally");
    await client.query("alter table transactions enable trigger transactions_tally");
    await client.query("insert into world (scenario, seed, funding, link_secret) values ($1, $2, $3, $4)", [
      scenario,
      seed,
      await sufficientBalance(client),
      randomBytes(32).toString("base64url"),
    ]);
  });
  await db.pool.query("analyze");
}

/** A round amount that keeps the master account positive through all settlements. */
async function sufficientBalance(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ spent: string }>(
    "select coalesce(sum(bill_amount), 0) as spent from transactions where status <> 'DECLINED'",
  );
  return Math.ceil((Number(rows[0]?.spent ?? 0) * 1.25 + BALANCE_STEP) / BALANCE_STEP) * BALANCE_STEP;
}

/** Rebuilding the indexes after the load is faster than updating them. Returns the statements that rebuild them. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename in ('cards', 'transactions') and indexname not like '%_pkey'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

async function writeBatch(client: pg.ClientBase, batch: WorldBatch, rowsPerStatement: number): Promise<void> {
  for (const chunk of chunks(batch.cards, rowsPerStatement)) await insertCards(client, chunk);
  for (const chunk of chunks(batch.transactions, rowsPerStatement)) await insertTransactions(client, chunk);
}

function* chunks<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
