import { createHash } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setExceptionState } from "@/lib/actions/set-exception-state";
import { signOffPeriod } from "@/lib/actions/sign-off-period";
import { DEMO_PEOPLE } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { Transaction } from "@/lib/contract/transaction";
import { openPointsOf } from "@/lib/domain/reconciliation/open-points";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { newId, type OpenApprovals, openApprovals, unwrap } from "@/testing/approvals";
import { readXlsx } from "@/testing/read-xlsx";
import { markIndexFilled, settlementCsv, storeReport } from "@/testing/settlements";
import { testRequest } from "@/testing/test-request";
import { downloadClosePack } from "./close-pack";
import { getSignOff } from "./sign-offs";

const [FIRST, SECOND] = ["2026-10-01", "2026-10-02"];
const EXCEPTIONS = 1_003;
let program: OpenApprovals;

const download = (month: string) =>
  downloadClosePack(new Request(`http://dashboard/api/reconciliation/close-pack?month=${month}`));

async function downloadBytes(): Promise<Buffer> {
  const response = await download("2026-10");
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const transaction = (id: string, overrides: Partial<Transaction> = {}): Transaction => ({
  id,
  external_transaction_id: `ext-${id}`,
  card_id: "card-1",
  bill_amount: 10.05,
  bill_currency: "USD",
  cardholder_name: "Ada Lovelace",
  amount: "10.05",
  currency: "USD",
  status: "CLEARED",
  created: `${FIRST}T08:00:00+0000`,
  ...overrides,
});

const FIRST_CSV = settlementCsv(100_000, [
  { id: "a", at: `${FIRST}T12:00:00`, bill: 1005, fees: 50 },
  // Not in our records.
  ...Array.from({ length: EXCEPTIONS }, (_, index) => ({
    id: `unknown-${index}`,
    at: `${FIRST}T13:00:00`,
    bill: 1,
  })),
]);
const FEE_CSV = `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${FIRST}T12:00:00+0000,FX,a,0.50,USD\n`;

beforeAll(async () => {
  program = await openApprovals();
  const { pool } = program.db;
  await markIndexFilled(pool);
  await writeTransactions([transaction("a")], { requestedAt: new Date(`${FIRST}T23:00:00Z`), walk: null });
  // The newer capture counts.
  await storeReport(pool, { type: "daily", date: FIRST, content: settlementCsv(0, []) });
  await storeReport(pool, { type: "daily", date: FIRST, content: FIRST_CSV });
  await storeReport(pool, { type: "daily", date: SECOND, content: settlementCsv(0, []) });
  await storeReport(pool, { type: "fee", date: FIRST, content: FEE_CSV });
  await storeReport(pool, { type: "daily", date: "2026-11-01", content: settlementCsv(0, []) });
  await reconcile();
  await program.as("finance");
  const { seen, evidence } = unwrap(await getSignOff({ period: FIRST }));
  const acknowledged = openPointsOf(evidence).map(({ key }) => key);
  unwrap(await signOffPeriod(newId(), { period: FIRST, seen, acknowledged }));
}, 300_000);
afterAll(() => program.close());

describe("a close pack", () => {
  it("has the newest original files, a workbook, and a manifest with their hashes", async () => {
    const entries = unzipSync(await downloadBytes());
    const names = Object.keys(entries);
    expect(names).toEqual([
      "close-2026-10.xlsx",
      "files/daily-2026-10-01.csv",
      "files/daily-2026-10-02.csv",
      "files/fee-2026-10-01.csv",
      "manifest.json",
    ]);
    expect(strFromU8(entries["files/daily-2026-10-01.csv"] ?? new Uint8Array())).toBe(FIRST_CSV);
    expect(strFromU8(entries["files/fee-2026-10-01.csv"] ?? new Uint8Array())).toBe(FEE_CSV);
    const manifest = JSON.parse(strFromU8(entries["manifest.json"] ?? new Uint8Array()));
    for (const { name, sha256, bytes } of [manifest.workbook, ...manifest.files]) {
      const entry = entries[name] ?? new Uint8Array();
      expect(createHash("sha256").update(entry).digest("hex"), name).toBe(sha256);
      expect(entry.length, name).toBe(bytes);
    }
    expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual(names.slice(1, -1));
    expect(manifest.counts).toEqual({
      days: 2,
      rows: EXCEPTIONS + 1,
      matched: 1,
      exceptions: EXCEPTIONS,
      exceptionsLeft: EXCEPTIONS,
      files: 3,
    });
  });

  it("has the sign-offs with what they are over, and the numbers of their audit entries", async () => {
    const manifest = JSON.parse(
      strFromU8(unzipSync(await downloadBytes())["manifest.json"] ?? new Uint8Array()),
    );
    expect(manifest.signOffs).toMatchObject([
      {
        period: FIRST,
        person: DEMO_PEOPLE.finance.name,
        secondPerson: null,
        stale: null,
        reopened: null,
        files: [
          { type: "daily", date: FIRST, sha256: manifest.files[0].originalSha256 },
          { type: "fee", date: FIRST, sha256: manifest.files[2].originalSha256 },
        ],
      },
    ]);
    const [{ auditEntries, exceptionsLeft }] = manifest.signOffs;
    expect(exceptionsLeft).toHaveLength(EXCEPTIONS);
    const { rows } = await program.db.pool.query(
      "select seq::int as number, action, target, hash from audit where action = 'period.sign-off' and phase <> 'begin'",
    );
    expect(manifest.auditEntries).toMatchObject(rows);
    expect(auditEntries).toEqual(rows.map(({ number }) => number));
  });

  it("has the same bytes for the same data, in every time zone, although each download is recorded", async () => {
    const first = await downloadBytes();
    const zone = process.env.TZ;
    process.env.TZ = "Pacific/Auckland";
    const second = await downloadBytes();
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(second.equals(first)).toBe(true);
    const { rows } = await program.db.pool.query(
      `select body::jsonb ->> 'target' as target, body::jsonb -> 'input' -> 'files' as files, outcome from audit
       where action = 'close-pack.download'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(rows[0]).toMatchObject({ target: "2026-10", outcome: "succeeded" });
    expect(rows[0].files).toHaveLength(3);
    expect(rows[0].files).toContain("daily-2026-10-01.csv");
    const { rows: downloads } = await program.db.pool.query("select from report_downloads");
    expect(downloads).toHaveLength(3 * rows.length);
  });

  it("has a workbook with real numbers and dates, frozen headers, and the sums of the files", async () => {
    const sheets = readXlsx(unzipSync(await downloadBytes())["close-2026-10.xlsx"] ?? new Uint8Array());
    expect(sheets.map(({ name }) => name)).toEqual([
      "Summary",
      "Matched totals",
      "Exceptions",
      "Fees",
      "Bridge",
    ]);
    for (const { xml } of sheets) expect(xml).toContain('state="frozen"');
    const [summary, totals, exceptions, fees, bridge] = sheets.map(({ rows: [head = [], ...rows] }) =>
      rows.map((row) => Object.fromEntries(head.map(({ text }, index) => [text, row[index]]))),
    );
    expect(summary).toContainEqual(
      expect.objectContaining({
        Item: expect.objectContaining({ text: "Clearings: billed" }),
        Value: { text: "20.08", isText: false, format: "#,##0.00" },
      }),
    );
    // One row of 10.05 with fees of 0.50, and a thousand and three of 0.01.
    expect(totals?.[0]).toMatchObject({
      Day: { isText: false, format: "yyyy\\-mm\\-dd" },
      "Matched rows": { text: "1", isText: false },
      Billed: { text: "20.08", isText: false },
      Fees: { text: "0.50", isText: false },
      Effect: { text: "-19.58", isText: false },
    });
    expect(totals).toHaveLength(2);
    expect(exceptions).toHaveLength(EXCEPTIONS);
    expect(exceptions?.[0]).toMatchObject({
      Kind: { text: "In the file only" },
      Difference: { text: "0.01", isText: false },
      File: { text: "daily-2026-10-01.csv" },
    });
    expect(new Set(exceptions?.map((row) => row["Transaction ID"]?.text)).size).toBe(EXCEPTIONS);
    expect(fees?.[0]).toMatchObject({
      Kind: { text: "FX" },
      Currency: { text: "USD" },
      Amount: { text: "0.50", isText: false },
    });
    expect(bridge?.map((row) => [row.Part?.text, row.Amount?.text])).toEqual([
      ["Purchases", "10.05"],
      ["Refunds", "0.00"],
      ["Exchange fees", "-0.50"],
      ["Other fees", "0.00"],
      ["Timing", "0.00"],
      ["Unexplained", "10.03"],
      ["Settled", "19.58"],
    ]);
  });

  it("is of one moment, even if somebody works on an exception while it is downloaded", async () => {
    const response = await download("2026-10");
    const { rows } = await program.db.pool.query<{ id: string; version: number }>(
      "select id, version from reconciliation_exceptions order by kind, id desc limit 1",
    );
    const change = { state: "explained", reason: "fee", note: "" } as const;
    unwrap(await setExceptionState(newId(), { scope: { items: rows }, change }));
    const entries = unzipSync(Buffer.from(await response.arrayBuffer()));
    const [summary, , exceptions] = readXlsx(entries["close-2026-10.xlsx"] ?? new Uint8Array());
    const open = summary?.rows.find(([item]) => item?.text === "Exceptions left: open")?.[2]?.text;
    const state = exceptions?.rows[0]?.findIndex((cell) => cell?.text === "State") ?? -1;
    expect(exceptions?.rows.filter((row) => row[state]?.text === "Open")).toHaveLength(Number(open));
  });

  it("is only for people who may read the reconciliation and download reports", async () => {
    for (const role of ["support", "auditor"] as const) {
      await program.as(role);
      expect((await download("2026-10")).status, role).toBe(403);
    }
    testRequest.cookies.clear();
    expect((await download("2026-10")).status).toBe(401);
    await program.as("finance");
    expect((await download("2026-10-01")).status).toBe(400);
    expect((await download("2025-01")).status).toBe(404);
  });
});
