import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendAudit } from "@/lib/audit/append";
import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import { addMonths, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { type OpenedCell, openInLibreOffice } from "@/testing/open-in-libreoffice";
import { openTestReports, type TestReports } from "@/testing/reports";
import { signInAs } from "@/testing/sign-in-as";
import { exportAudit } from "./audit-export";
import { exportCards } from "./cards-export";
import { downloadReport } from "./report-download";
import { exportTransactions } from "./transactions-export";

let reports: TestReports;
let reportId: string;

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
  const { pool } = reports.db;
  await signInAs("admin");
  for (const target of ["0042", "=1+1", "123456789012345678"])
    await inTransaction(pool, (client) =>
      appendAudit(client, {
        phase: "event",
        action: "card.block",
        outcome: "succeeded",
        target,
        message: "=HYPERLINK(1)",
        durationMs: 120,
      }),
    );
  reportId = await reports.request("monthly", lastOfMonth(addMonths(toIsoDate(new Date()), -2)));
  await reports.waitForState(reportId, "captured");
}, 120_000);
afterAll(() => reports.close());

type Export = {
  /** Without a question mark. */
  query: string;
  run: (request: Request) => Promise<Response>;
  /** What a spreadsheet adds up. */
  numbers: string[];
  time: string;
};

const EXPORTS: Record<string, Export> = {
  cards: { query: "", run: exportCards, numbers: [], time: "created_utc" },
  transactions: {
    query: "",
    run: exportTransactions,
    numbers: ["merchant_amount", "billed_amount"],
    time: "created_utc",
  },
  "audit entries": {
    query: "action=card.block",
    run: exportAudit,
    numbers: ["entry", "duration_ms"],
    time: "at_utc",
  },
  "a report": {
    query: "",
    run: (request) => downloadReport(request, { params: Promise.resolve({ reportId }) }),
    numbers: ["amount", "bill_amount", "cardholder_fees", "effect", "balance_after"],
    time: "occurred_at",
  },
};

async function fetchExport({ run, query }: Export, format: string): Promise<Buffer> {
  const response = await run(new Request(`http://localhost/export?${query}&format=${format}`));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const sum = (texts: readonly string[]) =>
  fromMillionths(texts.reduce((total, text) => total + (toMillionths(text) ?? 0n), 0n));

describe.each(Object.entries(EXPORTS))("LibreOffice opens %s", (_, exported) => {
  let [head, ...csv]: string[][] = [];
  let [openedHead, ...opened]: OpenedCell[][] = [];

  beforeAll(async () => {
    [head, ...csv] = parse(await fetchExport(exported, "csv"), { bom: true }) as string[][];
    [openedHead, ...opened] = await openInLibreOffice(await fetchExport(exported, "xlsx"));
  });

  const cellsOf = (column: string) => opened.map((row) => row[head?.indexOf(column) ?? -1]);

  it("with the columns and rows of the CSV file", () => {
    expect(openedHead?.map(({ text }) => text.replace(/ \(UTC\)$/, ""))).toEqual(head);
    expect(csv.length).toBeGreaterThanOrEqual(3);
    expect(opened).toHaveLength(csv.length);
  });

  it.each(exported.numbers)("with the sum of %s", (column) => {
    const issued = csv.map((row) => row[head?.indexOf(column) ?? -1] ?? "");
    expect(sum(cellsOf(column).map((cell) => cell?.text ?? ""))).toBe(sum(issued));
    expect(sum(issued)).not.toBe("0.00");
    expect(cellsOf(column).every((cell) => cell?.text === "" || cell?.isText === false)).toBe(true);
  });

  it("with real times", () => {
    const issued = csv.map((row) => row[head?.indexOf(exported.time) ?? -1] ?? "");
    const asShown = issued.map((text) => text.replace("T", " ").replace("+0000", ""));
    expect(cellsOf(exported.time)).toEqual(asShown.map((text) => ({ text, isText: false })));
  });

  it("with every other cell as the same text", () => {
    const others = head?.filter((column) => column !== exported.time && !exported.numbers.includes(column));
    for (const column of others ?? []) {
      const issued = csv.map((row) => row[head?.indexOf(column) ?? -1]?.replace(/^'/, ""));
      expect(cellsOf(column).map((cell) => cell?.text)).toEqual(issued);
      expect(cellsOf(column).every((cell) => cell?.text === "" || cell?.isText)).toBe(true);
    }
  });
});
