import { seedDemoPeople } from "@/lib/auth/people";
import { closeDatabase, database } from "@/lib/db/database";
import { bridgeOf } from "@/lib/domain/reconciliation/bridge";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { readBridgeDays, readDays } from "@/lib/reconciliation/read-period";
import { readSettlements } from "@/lib/reconciliation/read-settlements";
import { compareDays } from "@/lib/reconciliation/reconcile";
import { refreshFacts } from "@/lib/reconciliation/refresh-facts";
import { startPostgres } from "@/scripts/embedded-postgres";
import { markIndexFilled, storeReport } from "@/testing/settlements";
import { formatMs, formatSeconds, measure, printTable, watchMemory } from "./measure";

// A settlement file against as many transactions: how long it takes to read and compare, and what the page then needs.

const SIZES = [10_000, Number(process.env.BENCH_SETTLEMENT_ROWS ?? 1_000_000)];
const LAST_DAY = "2026-10-20";
const ROWS_PER_INSERT = 100_000;

const postgres = await startPostgres();
process.env.DATABASE_URL = postgres.url;
process.env.NEXTAUTH_SECRET ??= "a secret of the benchmark, 32 bytes or more";
process.env.LOG_LEVEL = "error";

try {
  await seedDemoPeople("sandbox");
  await markIndexFilled((await database()).pool);
  const results = [];
  for (const [index, rows] of SIZES.entries())
    results.push(await reconcileFile(rows, addDays(LAST_DAY, -10 * index)));
  const [small, large] = results;
  if (!small || !large) throw new Error("Two sizes are needed");
  const row = (name: string, value: (result: Result) => number, goal: string, format = formatSeconds) => [
    name,
    format(value(small)),
    format(value(large)),
    `${(value(large) / value(small)).toFixed(2)}×`,
    goal,
  ];
  printTable(
    `Reconciliation on PostgreSQL, ${SIZES.map((size) => size.toLocaleString("en")).join(" and ")} rows and transactions`,
    ["Measurement", "small", "large", "growth", "Goal"],
    [
      row("file read into the database", ({ readMs }) => readMs, ""),
      row("compared with the transactions", ({ compareMs }) => compareMs, ""),
      row("read and compared", ({ readMs, compareMs }) => readMs + compareMs, "60 s"),
      row("then what the file says written to each transaction", ({ factsMs }) => factsMs, ""),
      row("compared again after a change", ({ againMs }) => againMs, ""),
      row(
        "memory while it reads and compares",
        ({ peakMb }) => peakMb,
        "flat",
        (value) => `${Math.round(value)} MB`,
      ),
      row("the day’s figures and bridge, p95", ({ pageMs }) => pageMs, "60 ms", formatMs),
    ],
  );
} finally {
  await closeBus();
  await closeDatabase();
  await postgres.stop();
}

type Result = Awaited<ReturnType<typeof reconcileFile>>;

async function reconcileFile(rows: number, day: IsoDate) {
  const { pool } = await database();
  await insertTransactions(rows, day);
  await storeReport(pool, { type: "daily", date: day, content: settlementFile(rows, day) });
  const memory = watchMemory();
  const readMs = await time(readSettlements);
  const compareMs = await time(() => compareDays(true));
  const factsMs = await time(refreshFacts);
  const peakMb = memory.stop();
  const [compared] = await readDays(day, day);
  if (compared?.result?.matched !== rows - 2 || compared.open !== 3)
    throw new Error(`Found ${compared?.result?.matched} matched rows and ${compared?.open} exceptions`);
  await pool.query("insert into reconciliation_changes (day) values ($1)", [day]);
  const againMs = await time(() => compareDays(false));
  const { p95: pageMs } = await measure(
    async () =>
      bridgeOf(await readBridgeDays(pool, { from: day, to: day }), { from: day, to: day }) &&
      (await readDays(day, day)),
    100,
  );
  return { readMs, compareMs, factsMs, againMs, peakMb, pageMs };
}

/** One amount differs, one transaction isn't in the file, and one row of the file is unknown. */
async function insertTransactions(count: number, day: IsoDate): Promise<void> {
  const { pool } = await database();
  for (let first = 0; first < count; first += ROWS_PER_INSERT)
    await pool.query(
      `insert into indexed_transactions (id, external_id, card_id, bill_amount, bill_currency, cardholder_name, amount,
       currency, status, created, created_at, holder_key, read_at, status_read_at, walk)
     select 'made-on-' || to_char($2::date, 'DD') || '-' || n, 'e' || n, 'card-' || n % 1000, n % 90000 / 100.0 + case n when 1 then 1 else 0 end, 'USD',
       'Ada Lovelace', to_char(n % 90000 / 100.0, 'FM99990.00'), 'USD', 'CLEARED', $2 || 'T08:00:00+0000',
       ($2 || 'T08:00:00Z')::timestamptz, 'ada lovelace', now(), ($2 || 'T20:00:00Z')::timestamptz, 1
     from generate_series($1::int, $3::int) as n`,
      [first, day, Math.min(first + ROWS_PER_INSERT, count) - 1],
    );
  await pool.query("analyze indexed_transactions");
}

async function* settlementFile(count: number, day: IsoDate): AsyncGenerator<Buffer> {
  yield Buffer.from(
    "occurred_at,event,transaction_id,merchant,amount,currency,bill_amount,bill_currency,cardholder_fees,effect,balance_after\n",
  );
  let cents = 0n;
  const decimal = (value: bigint) => {
    const text = String(value < 0n ? -value : value).padStart(3, "0");
    return `${value < 0n ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
  };
  for (let start = 0; start < count; start += 1000) {
    let text = "";
    for (let row = start; row < Math.min(start + 1000, count); row += 1) {
      const amount = BigInt(row % 90_000);
      cents -= amount;
      const id = row === 0 ? "unknown" : row;
      text += `${day}T12:00:00+0000,CLEARING,made-on-${day.slice(8)}-${id},Kaffeehaus ${row % 500},${decimal(amount)},USD,${decimal(amount)},USD,0.00,${decimal(-amount)},${decimal(cents)}\n`;
    }
    yield Buffer.from(text);
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
