import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "@/scripts/bench/programs";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";

// Claims whose figures are those of a benchmark: it runs here, and its tables are read.

const ROOT = join(import.meta.dirname, "..", "..");

type Table = { title: string; head: string[]; rows: string[][] };

async function runBenchmark(name: string, env: Record<string, string>): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-proof-"));
  const file = join(folder, "tables.jsonl");
  try {
    await runNode(["--conditions=react-server", "--import", "tsx", `scripts/bench/${name}.ts`], {
      cwd: ROOT,
      env: { ...env, BENCH_TABLES_FILE: file },
    });
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The largest number in a column, and the row it is in. */
function worst({ head, rows }: Table, column: string): { value: number; name: string } {
  const index = head.indexOf(column);
  return rows
    .map((row) => ({ name: row[0] ?? "", value: Number.parseFloat(row[index] ?? "") }))
    .reduce((a, b) => (b.value > a.value ? b : a));
}

export const csvExport = defineClaim({
  name: "export",
  covers: { routes: ["/api/transactions/export"], work: ALL.work },
  table: "load",
  claim: "CSV export of 1,000,000 rows",
  how: "`scripts/bench/exports.ts`: a million transactions, page by page from the sandbox through the running dashboard; resident memory of the dashboard, sampled four times a second",
  goal: "first byte ≤ 300 ms, memory ≤ +60 MB",
  async run({ isShort }) {
    const [table] = await runBenchmark("exports", { BENCH_TRANSACTIONS: isShort ? "10000" : "1000000" });
    const [rows = "", firstByte = "", total = "", perSecond = "", memory = ""] = table?.rows[0] ?? [];
    const growthMb = Number(/\+(-?\d+) MB/.exec(memory)?.[1]);
    return {
      figure: `${rows} rows in ${total} (${perSecond} per second): first byte after ${Math.round(Number.parseFloat(firstByte))} ms, +${growthMb} MB`,
      isMet: Number.parseFloat(firstByte) <= 300 && growthMb <= 60 && (isShort || rows === "1,000,000"),
    };
  },
});

export const auditPages = defineClaim({
  name: "audit-pages",
  covers: { pages: ["/audit"] },
  table: "load",
  claim: "Audit log of 1,000,000 rows",
  how: "`scripts/bench/audit.ts`: 21 filtered pages and lookups on PostgreSQL, 60 times each",
  goal: "any filtered page p95 ≤ 60 ms",
  async run({ isShort }) {
    const [table] = await runBenchmark("audit", { BENCH_AUDIT_ROWS: isShort ? "10000" : "1000000" });
    if (!table) throw new Error("The benchmark printed no table");
    const slowest = worst(table, "p95");
    return {
      figure: `slowest of ${table.rows.length}: p95 ${slowest.value} ms (${slowest.name})`,
      isMet: slowest.value <= 60,
    };
  },
});

export const search = defineClaim({
  name: "search",
  covers: { pages: ["/cards", "/transactions"], routes: ["/api/search"] },
  table: "load",
  claim: "Search over 1,000,000 cards",
  how: "`scripts/bench/index.ts`: 22 searches and filtered lists at 10,000 and 1,000,000 cards on PostgreSQL, 150 times each",
  goal: "p95 ≤ 50 ms, growth ≤ 2×",
  async run({ isShort }) {
    const tables = await runBenchmark("index", {
      BENCH_CARDS: isShort ? "20000" : "1000000",
      BENCH_EMBEDDED_CARDS: isShort ? "1000" : "200000",
    });
    const table = tables.find(({ head }) => head.includes("growth"));
    if (!table) throw new Error("The benchmark printed no table with growth");
    const [slowest, grown] = [worst(table, "large p95"), worst(table, "growth")];
    return {
      figure: `slowest p95 ${slowest.value} ms (${slowest.name}), largest growth ${grown.value}× (${grown.name})`,
      isMet: slowest.value <= 50 && grown.value <= 2,
    };
  },
});
