import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { type CheckContext, checkRows, compareRows, toRequest } from "@/lib/contract/issue-rows/check-rows";
import { csvLines } from "@/lib/csv/write-csv";
import { closeDatabase, database } from "@/lib/db/database";
import { ISSUE_COLUMNS, recognizeColumns } from "@/lib/domain/issue-rows/columns";
import { readRows } from "@/lib/domain/issue-rows/read-rows";
import { formatCount } from "@/lib/domain/money/numbers";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import { inTransaction } from "@/lib/postgres/open-database";
import { startRun } from "@/lib/runs/change-state";
import { countItems } from "@/lib/runs/count-items";
import { storeRows } from "@/lib/runs/issue/issue-rows";
import { planIssueRun } from "@/lib/runs/issue/plan-issue";
import { workOnRuns } from "@/lib/runs/work-on-runs";
import { readTable } from "@/lib/spreadsheets/read-table";
import { startPostgres } from "@/scripts/embedded-postgres";
import { findFreePorts } from "@/scripts/ports.mjs";
import { formatSeconds, printTable, watchMemory } from "./measure";
import { startNode } from "./programs";

// Cards from a file: reading and checking its rows, planning them, and issuing them at the sandbox's pace.

const ROOT = join(import.meta.dirname, "..", "..");
const SIZES = [1_000, Number(process.env.BENCH_BULK_ROWS ?? 10_000)];
/** As the page sends them. */
const ROWS_PER_REQUEST = 250;
const READY_TIMEOUT_MS = 600_000;

const postgres = await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), "cardwell-bench-"));
const [sandboxPort = 0] = await findFreePorts(1);
const sandbox = await startNode([join(ROOT, "scripts/start.mjs"), "--sandbox-only"], {
  cwd: ROOT,
  env: { SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, LOG_LEVEL: "silent" },
  readyUrl: `http://localhost:${sandboxPort}/`,
});
Object.assign(process.env, {
  DATABASE_URL: postgres.url,
  SANDBOX_PORT: String(sandboxPort),
  NEXTAUTH_SECRET: "a secret of the benchmark, 32 bytes or more",
  LOG_LEVEL: "error",
  BULK_CARDS_PER_SECOND: "1000",
});

try {
  await seedDemoPeople("sandbox");
  const [small, large] = [await issueFile(SIZES[0] ?? 0), await issueFile(SIZES[1] ?? 0)];
  const row = (name: string, value: (result: Result) => number, goal: string, format = formatSeconds) => [
    name,
    format(value(small)),
    format(value(large)),
    `${(value(large) / value(small)).toFixed(2)}×`,
    goal,
  ];
  const megabytes = (value: number) => `${Math.round(value)} MB`;
  printTable(
    `Cards from a file, on PostgreSQL and the sandbox: ${SIZES.map(formatCount).join(" and ")} rows`,
    ["Measurement", "small", "large", "growth", "Goal"],
    [
      row("read, as in the page’s worker", ({ readMs }) => readMs, ""),
      row("checked by the contract and compared", ({ checkMs }) => checkMs, ""),
      row("read and checked", ({ readMs, checkMs }) => readMs + checkMs, "10 s"),
      row("stored and planned", ({ planMs }) => planMs, ""),
      row("issued at full pace", ({ runMs }) => runMs, ""),
      row(
        "cards per second",
        ({ cardsPerSecond }) => cardsPerSecond,
        "",
        (value) => value.toFixed(1),
      ),
      row("memory while it plans and issues", ({ peakMb }) => peakMb, "flat", megabytes),
    ],
  );
} finally {
  await stopJobs();
  await closeBus();
  await closeDatabase();
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

type Result = Awaited<ReturnType<typeof issueFile>>;

async function issueFile(count: number) {
  const bytes = new TextEncoder().encode(fileWith(count));
  const context: CheckContext = { today: toIsoDate(new Date()), designs: null, defaults: {} };
  const readAt = performance.now();
  const table = readTable({ name: "people.csv", bytes });
  if ("problem" in table) throw new Error(table.problem);
  const { rows } = readRows(table.rows, recognizeColumns(table.header));
  const checkedAt = performance.now();
  const problems = checkRows(rows, context).filter((check) => Object.keys(check.problems).length > 0);
  compareRows(rows, {});
  if (rows.length !== count || problems.length > 0) throw new Error(`${problems.length} rows have problems`);
  const plannedAt = performance.now();
  const { pool } = await database();
  const person = await findPersonByEmail(pool, DEMO_PEOPLE.manager.email);
  const run = { id: randomUUID(), scope: "File", personId: person?.id ?? "", address: null };
  const memory = watchMemory();
  for (let from = 0; from < count; from += ROWS_PER_REQUEST) {
    const requests = rows
      .slice(from, from + ROWS_PER_REQUEST)
      .map(({ number, cells }) => ({ number, cells, request: toRequest(cells, context) }));
    const place = { runId: run.id, personId: run.personId, from: from + 1 };
    await inTransaction(pool, (client) => storeRows(client, place, requests));
  }
  await inTransaction(pool, (client) =>
    planIssueRun(client, run, { count, designs: new Map(), warnings: [] }),
  );
  const startedAt = performance.now();
  await inTransaction(pool, (client) => startRun(client, run.id));
  for (const deadline = startedAt + READY_TIMEOUT_MS; performance.now() < deadline; ) {
    await workOnRuns();
    if ((await countItems(pool, run.id)).waiting === 0) break;
  }
  const finishedAt = performance.now();
  const { done } = await countItems(pool, run.id);
  if (done !== count) throw new Error(`${done} of ${count} cards were issued`);
  return {
    readMs: checkedAt - readAt,
    checkMs: plannedAt - checkedAt,
    planMs: startedAt - plannedAt,
    runMs: finishedAt - startedAt,
    cardsPerSecond: (1_000 * count) / (finishedAt - startedAt),
    peakMb: memory.stop(),
  };
}

/** Of as many customers. */
function fileWith(count: number): string {
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes("Consumer"));
  const prefix = randomUUID().slice(0, 8);
  return csvLines([
    columns.map(({ label }) => label),
    ...Array.from({ length: count }, (_, index) =>
      columns.map(({ key, example }) => (key === "customerId" ? `${prefix}_${index}` : example)),
    ),
  ]);
}
