import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import { searchIndex } from "@/lib/card-index/search-index";
import { writeCards } from "@/lib/card-index/sync/write-cards";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { setDatabase } from "@/lib/db/database";
import { MIGRATIONS } from "@/lib/db/migrations";
import { formatCount } from "@/lib/domain/money/numbers";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import type { Database } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { demoWorld } from "@/sandbox/scenarios/demo-world";
import { toCard } from "@/sandbox/store/cards";
import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import { startPostgres } from "@/scripts/embedded-postgres";
import { formatMs, measure, printTable, type Sample } from "./measure";

// Compares searches and filtered pages of the card index at ten thousand and at a million cards.

const SMALL = 10_000;
const LARGE = Number(process.env.BENCH_CARDS ?? 1_000_000);
const EMBEDDED = Number(process.env.BENCH_EMBEDDED_CARDS ?? 200_000);
const TRANSACTIONS_PER_CARD = 10;
const ROUNDS = 150;
/** The dashboard's page size. */
const ROWS = 25;
const ISSUER_ROWS = 50;

type Card = { id: string; holder: string; lastFour: string; customerId: string };
type Query = (card: Card, transactionId: string) => Promise<unknown>;

const today = toIsoDate(new Date());
const NEWEST = { by: "created", direction: "desc" } as const;
const BY_HOLDER = { by: "holder", direction: "asc" } as const;

const SEARCHES: Record<string, Query> = {
  "full cardholder name": ({ holder }) => searchIndex(holder),
  "first four letters of a name": ({ holder }) => searchIndex(holder.slice(0, 4)),
  "first two letters of a name": ({ holder }) => searchIndex(holder.slice(0, 2)),
  "name and last four": ({ holder, lastFour }) => searchIndex(`${holder.split(" ")[0]} ${lastFour}`),
  "initial and last name": ({ holder }) => searchIndex(`${holder[0]} ${holder.split(" ").at(-1)}`),
  "misspelled name": ({ holder }) => searchIndex(misspell(holder)),
  "last four": ({ lastFour }) => searchIndex(lastFour),
  "customer ID": ({ customerId }) => searchIndex(customerId),
  "customer number": ({ customerId }) => searchIndex(customerId.replace(/^\D+/, "")),
  "card ID": ({ id }) => searchIndex(id),
  "transaction ID": (_, transactionId) => searchIndex(transactionId),
};

const LISTS: Record<string, Query> = {
  "frozen cards, newest first": () =>
    listIndexedCards({ filter: { status: ["FROZEN"] }, sort: NEWEST, limit: ROWS }),
  "frozen physical cards, by cardholder": () =>
    listIndexedCards({ filter: { status: ["FROZEN"], type: "physical" }, sort: BY_HOLDER, limit: ROWS }),
  "cards by cardholder, second page": async () => {
    const { next } = await listIndexedCards({ filter: {}, sort: BY_HOLDER, limit: ROWS });
    return listIndexedCards({ filter: {}, sort: BY_HOLDER, after: next, limit: ROWS });
  },
  "cards of one week, by status": () =>
    listIndexedCards({
      filter: { from: addDays(today, -30), to: addDays(today, -24) },
      sort: { by: "status", direction: "desc" },
      limit: ROWS,
    }),
  "cards with a name, newest first": ({ holder }) =>
    listIndexedCards({ filter: { text: holder.split(" ")[0] }, sort: NEWEST, limit: ROWS }),
  "cards of a customer": ({ customerId }) =>
    listIndexedCards({ filter: { customerId }, sort: NEWEST, limit: ROWS }),
  "declined transactions, newest first": () =>
    listIndexedTransactions({ filter: { status: ["DECLINED"] }, sort: NEWEST, limit: ROWS }),
  "transactions over 500, by amount": () =>
    listIndexedTransactions({
      filter: { minAmount: 500 },
      sort: { by: "amount", direction: "desc" },
      limit: ROWS,
    }),
  "transactions in EUR of one day": () =>
    listIndexedTransactions({
      filter: { currency: "EUR", from: addDays(today, -10), to: addDays(today, -10) },
      sort: NEWEST,
      limit: ROWS,
    }),
  "transactions of a card": ({ id }) =>
    listIndexedTransactions({ filter: { cardIds: [id] }, sort: NEWEST, limit: ROWS }),
  "transactions of a customer": ({ customerId }) =>
    listIndexedTransactions({ filter: { customerId }, sort: NEWEST, limit: ROWS }),
};

const QUERIES = { ...SEARCHES, ...LISTS };

await benchPostgres();
await benchEmbedded();

async function benchPostgres(): Promise<void> {
  const postgres = await startPostgres({
    postgresFlags: [
      "shared_buffers=4GB",
      "maintenance_work_mem=1GB",
      "work_mem=32MB",
      "max_wal_size=8GB",
      "fsync=off",
    ],
  });
  try {
    const small = await openProgram(postgres.url, SMALL);
    const large = await openProgram(postgres.url, LARGE);
    // Measured first, so that recent writes don't slow down the queries.
    const [smallWrites, largeWrites] = [await small.timeWrites(), await large.timeWrites()];
    printTable(
      `Writing one page of ${ISSUER_ROWS} while the index fills (the sandbox is called every 20 ms, a live issuer every 50 ms)`,
      ["page of", "small p50", "large p50", "large p95"],
      (["cards", "transactions"] as const).map((name) => [
        name,
        formatMs(smallWrites[name].median),
        formatMs(largeWrites[name].median),
        formatMs(largeWrites[name].p95),
      ]),
    );
    const rows: string[][] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const [before, after] = [await small.time(query), await large.time(query)];
      const growth = `${(after.median / before.median).toFixed(2)}×`;
      rows.push([
        name,
        formatMs(before.median),
        formatMs(after.median),
        growth,
        formatMs(before.p95),
        formatMs(after.p95),
      ]);
    }
    printTable(
      `Card index on PostgreSQL: ${formatCount(SMALL)} and ${formatCount(LARGE)} cards, ${TRANSACTIONS_PER_CARD} transactions per card (goal: p95 at most 50 ms and 2×)`,
      ["query", "small p50", "large p50", "growth", "small p95", "large p95"],
      rows,
    );
    await small.close();
    await large.close();
  } finally {
    await postgres.stop();
  }
}

async function benchEmbedded(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-bench-"));
  try {
    const program = await fill(await openDatabase({ folder: join(folder, "data") }), EMBEDDED, 2);
    const rows: string[][] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const { median, p95 } = await program.time(query);
      rows.push([name, formatMs(median), formatMs(p95)]);
    }
    printTable(
      `Card index on PGlite: ${formatCount(EMBEDDED)} cards (goal: p95 at most 150 ms)`,
      ["query", "p50", "p95"],
      rows,
    );
    await program.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Program = {
  time(query: Query): Promise<Sample>;
  timeWrites(): Promise<{ cards: Sample; transactions: Sample }>;
  close(): Promise<void>;
};

async function openProgram(adminUrl: string, cards: number): Promise<Program> {
  return fill(await openDatabase({ url: await createDatabase(adminUrl, `bench_${cards}`) }), cards);
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Loads a generated world. The indexes are built at the end, which is faster and gives the same result. */
async function fill(
  db: Database,
  cards: number,
  transactionsPerCard = TRANSACTIONS_PER_CARD,
): Promise<Program> {
  await migrate(db.pool, MIGRATIONS);
  setDatabase(db);
  const startedAt = Date.now();
  const requestedAt = new Date();
  const transactions = cards * transactionsPerCard;
  const world = demoWorld({ seed: 1, now: new Date(), currency: "USD", cards, transactions });
  const buildIndexes = await dropIndexes(db);
  for (const batch of world.batches) {
    const holders = new Map(batch.cards.map(({ id, cardholderName }) => [id, cardholderName]));
    await writeCards(batch.cards.map(toCard), { requestedAt, source: "sync" });
    await writeTransactions(
      batch.transactions.map((transaction) => toTransaction(transaction, holders)),
      { requestedAt },
    );
  }
  await buildIndexes();
  await db.pool.query("vacuum analyze");
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `Wrote ${formatCount(cards)} cards and ${formatCount(transactions)} transactions on ${db.engine} in ${seconds} s.`,
  );
  const sample = await drawSample(db);
  return {
    time(query) {
      setDatabase(db);
      const { cards, transactionIds } = sample;
      return measure(
        (round) =>
          query(cards[round % cards.length] as Card, transactionIds[round % transactionIds.length] as string),
        ROUNDS,
      );
    },
    timeWrites() {
      setDatabase(db);
      return timeWrites();
    },
    close: () => db.close(),
  };
}

/** Times writing a new page with all indexes; it must be faster than the interval between calls. */
async function timeWrites(): Promise<{ cards: Sample; transactions: Sample }> {
  const count = ISSUER_ROWS * (ROUNDS + 20);
  const world = demoWorld({ seed: 2, now: new Date(), currency: "USD", cards: count, transactions: count });
  const batches = [...world.batches];
  const cards = batches.flatMap((batch) => batch.cards);
  const holders = new Map(cards.map(({ id, cardholderName }) => [id, cardholderName]));
  const transactions = batches.flatMap((batch) => batch.transactions);
  const takePage = <Item>(items: Item[]) => items.splice(0, ISSUER_ROWS);
  const requestedAt = new Date();
  return {
    cards: await measure(
      () => writeCards(takePage(cards).map(toCard), { requestedAt, source: "sync" }),
      ROUNDS,
    ),
    transactions: await measure(
      () =>
        writeTransactions(
          takePage(transactions).map((transaction) => toTransaction(transaction, holders)),
          { requestedAt },
        ),
      ROUNDS,
    ),
  };
}

async function dropIndexes({ pool }: Database): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('indexed_cards', 'indexed_transactions') and indexname not like '%_pkey'`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await pool.query(definition);
  };
}

function toTransaction(record: TransactionRecord, holders: ReadonlyMap<CardRecord["id"], string>) {
  return {
    id: record.id,
    external_transaction_id: record.externalTransactionId,
    card_id: record.cardId,
    bill_amount: record.billAmount,
    bill_currency: record.billCurrency,
    cardholder_name: holders.get(record.cardId) ?? "",
    amount: record.amount.toFixed(2),
    currency: record.currency,
    status: record.status,
    created: formatTimestamp(record.created),
  };
}

/** A random sample of cards and transactions. */
async function drawSample({ pool }: Database): Promise<{ cards: Card[]; transactionIds: string[] }> {
  const { rows: cards } = await pool.query<Card>(
    `select id, cardholder_name as holder, last_four as "lastFour", customer_id as "customerId"
     from indexed_cards order by hashtext(id) limit ${ROUNDS}`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `select id from indexed_transactions order by hashtext(id) limit ${ROUNDS}`,
  );
  return { cards, transactionIds: rows.map(({ id }) => id) };
}

/** Swaps two letters of the last word. */
function misspell(text: string): string {
  const end = text.length;
  return `${text.slice(0, end - 3)}${text[end - 2]}${text[end - 3]}${text[end - 1]}`;
}
