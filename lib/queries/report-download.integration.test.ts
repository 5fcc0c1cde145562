import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import { addDays, addMonths, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { readRecords, readXlsx } from "@/testing/read-xlsx";
import { openTestReports, type TestReports } from "@/testing/reports";
import { signInAs } from "@/testing/sign-in-as";
import { downloadReport } from "./report-download";

let reports: TestReports;
let monthly: string;
const month = lastOfMonth(addMonths(toIsoDate(new Date()), -2));

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
  await signInAs("finance");
  monthly = await reports.request("monthly", month);
  await reports.waitForState(monthly, "captured");
}, 120_000);
afterAll(() => reports.close());

const download = (reportId: string, query = "") =>
  downloadReport(new Request(`http://localhost/api/reports/${reportId}/file${query}`), {
    params: Promise.resolve({ reportId }),
  });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
const recordsOf = (csv: Buffer) => parse(csv, { columns: true, bom: true }) as Record<string, string>[];
const sumOf = (records: readonly Record<string, string>[], column: string) =>
  fromMillionths(records.reduce((sum, record) => sum + (toMillionths(record[column] ?? "") ?? 0n), 0n));

it("is the issuer’s file, or the same rows in Excel with types and the same sums", async () => {
  const original = await download(monthly);
  const csv = await readBytes(original);
  expect(csv.equals(await reports.readFileBytes(monthly))).toBe(true);
  expect(original.headers.get("content-length")).toBe(String(csv.length));

  const response = await download(monthly, "?format=xlsx");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="monthly-${month.slice(0, 7)}.xlsx"`,
  );
  const file = await readBytes(response);
  const [excel, issued] = [readRecords(file), recordsOf(csv)];
  expect(issued.length).toBeGreaterThan(50);
  const withoutTime = ({ occurred_at, "occurred_at (UTC)": _, ...others }: Record<string, string>) => others;
  expect(excel.map(withoutTime)).toEqual(issued.map(withoutTime));
  for (const column of ["amount", "effect", "balance_after"])
    expect(sumOf(excel, column)).toBe(sumOf(issued, column));

  const [sheet] = readXlsx(file);
  expect(sheet?.name).toBe("Monthly settlement");
  const [head = [], first = []] = sheet?.rows ?? [];
  const typed = head.filter((_, index) => first[index]?.isText === false).map(({ text }) => text);
  expect(typed).toEqual(expect.arrayContaining(["occurred_at (UTC)", "amount", "effect", "balance_after"]));
  expect(typed).not.toContain("transaction_id");

  const { rows } = await listAudit({ action: "report.download" }, { limit: 2 });
  expect(rows.map(({ input }) => input)).toMatchObject([
    { type: "monthly", format: "xlsx" },
    { type: "monthly", format: "csv" },
  ]);
  expect(await reports.count("report_downloads")).toBe(2);
});

it("has the masked values of the stored file, no formulas, and identifiers with their zeros", async () => {
  await reports.control("POST", "/faults", {
    path: "/downloads/",
    fault: {
      type: "rubbish",
      contentType: "text/csv",
      body: 'reference;pan;note;amount\n0042;4111111111111111;"=1+1";-12,50\n0043;4242424242424242;@SUM(1);3\n',
    },
  });
  const id = await reports.request("daily", addDays(toIsoDate(new Date()), -5));
  await reports.waitForState(id, "captured");
  const file = await readBytes(await download(id, "?format=xlsx"));
  const [sheet] = readXlsx(file);
  expect(sheet?.rows.map((row) => row.map(({ text, isText }) => (isText ? text : Number(text))))).toEqual([
    ["reference", "pan", "note", "amount"],
    ["0042", expect.stringMatching(/^\D*1111$/), "=1+1", -12.5],
    ["0043", expect.stringMatching(/^\D*4242$/), "@SUM(1)", 3],
  ]);
  expect(sheet?.xml).not.toContain("<f>");
});

it("is rejected in an unknown format, for an unknown report, and without the permission", async () => {
  expect((await download(monthly, "?format=pdf")).status).toBe(400);
  expect((await download(crypto.randomUUID(), "?format=xlsx")).status).toBe(404);
  await signInAs("auditor");
  expect((await download(monthly, "?format=xlsx")).status).toBe(403);
  await signInAs("finance");
});

it("is limited like an export", async () => {
  const open = await Promise.all([1, 2, 3].map(() => download(monthly, "?format=xlsx")));
  expect((await download(monthly, "?format=xlsx")).status).toBe(429);
  for (const response of open) await response.body?.cancel();
  expect((await download(monthly, "?format=xlsx")).status).toBe(200);
});
