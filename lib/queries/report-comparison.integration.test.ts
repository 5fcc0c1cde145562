import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { describeEquality, MAX_COMPARED_ROWS_SHOWN } from "@/lib/domain/reports/comparison";
import type { Database } from "@/lib/postgres/database";
import { type CapturedReport, captureReport } from "@/testing/captured-report";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs } from "@/testing/sign-in-as";
import { getReportComparison } from "./report-comparison";
import { getOtherCaptures } from "./reports";

const HEADER =
  "occurred_at,event,transaction_id,card_id,merchant,bill_amount,bill_currency,effect,balance_after";
const row = (id: string, amount: string, balance = "100.00", event = "CLEARING") =>
  `2026-01-02T10:00:00Z,${event},${id},card-1,Café,${amount},USD,-${amount},${balance}`;
const file = (rows: readonly string[], lineEnd = "\n") => [HEADER, ...rows, ""].join(lineEnd);

let db: Database;
let personId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ personId } = await signInAs("finance"));
});

const capture = async (content: string | Iterable<string>, rest: Partial<CapturedReport> = {}) =>
  (await captureReport(db.pool, { personId, content, ...rest })).reportId;

async function compareIds(from: string, to: string, show?: "changed" | "added" | "removed" | "balance") {
  const result = await getReportComparison({ from, to, show });
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const compare = async (before: string, after: string, show?: Parameters<typeof compareIds>[2]) =>
  compareIds(await capture(before), await capture(after), show);

describe("two captures", () => {
  const BEFORE = file([row("t1", "10.00"), row("t2", "20.00"), row("t3", "30.00")]);

  it("are the same file", async () => {
    const { comparison, rows } = await compare(BEFORE, BEFORE);
    expect(rows).toEqual([]);
    expect(describeEquality(comparison)).toBe(
      "Both captures are the same file, byte by byte, with the same 3 rows.",
    );
  });

  it.each<[string, string, string]>([
    [
      "the row order",
      "row order differs",
      file([row("t3", "30.00"), row("t1", "10.00"), row("t2", "20.00")]),
    ],
    ["line ends", "line ends differ", BEFORE.replaceAll("\n", "\r\n")],
    ["separators", "separators differ", BEFORE.replaceAll(",", ";")],
    ["quotes", "such as quotes or blank lines", BEFORE.replaceAll("Café", '"Café"')],
    [
      "the column order",
      "column order differs",
      BEFORE.split("\n")
        .map((line) => line.split(",").reverse().join(","))
        .join("\n"),
    ],
  ])("are equal if only %s differ", async (_, text, after) => {
    const { comparison } = await compare(BEFORE, after);
    expect(comparison).toMatchObject({
      counts: { changed: 0, added: 0, removed: 0, balance: 0 },
      unchanged: 3,
      isSameFile: false,
    });
    expect(describeEquality(comparison)).toContain(text);
  });

  it("show what was added, removed and changed, with both values of each field", async () => {
    const after = file([row("t1", "10.00"), row("t4", "5.00"), row("t3", "31.50")]);
    const { comparison, difference, rows } = await compare(BEFORE, after);
    expect(comparison).toMatchObject({
      counts: { changed: 1, added: 1, removed: 1, balance: 0 },
      unchanged: 1,
      keyColumns: ["transaction_id", "event"],
    });
    expect(difference).toBe("changed");
    expect(rows).toEqual([
      {
        beforeRow: 4,
        afterRow: 4,
        identity: [
          { column: "transaction_id", value: "t3" },
          { column: "event", value: "CLEARING" },
        ],
        fields: [
          { column: "bill_amount", before: "30.00", after: "31.50" },
          { column: "effect", before: "-30.00", after: "-31.50" },
        ],
      },
    ]);
    const added = await compare(BEFORE, after, "added");
    expect(added.rows).toMatchObject([{ beforeRow: null, afterRow: 3, identity: [{ value: "t4" }, {}] }]);
    expect(added.rows[0]?.fields).toHaveLength(9);
    const removed = await compare(BEFORE, after, "removed");
    expect(removed.rows).toMatchObject([{ beforeRow: 3, afterRow: null, identity: [{ value: "t2" }, {}] }]);
  });

  it("count rows that are truly alike instead of dropping them", async () => {
    const alike = row("t1", "10.00");
    expect((await compare(file([alike]), file([alike, alike, alike]))).comparison).toMatchObject({
      counts: { changed: 0, added: 2, removed: 0 },
      unchanged: 1,
    });
  });

  it("list rows that differ only in the running balance separately", async () => {
    const before = file([row("t1", "10.00", "90.00"), row("t2", "20.00", "70.00")]);
    const after = file([
      row("t0", "1.00", "99.00"),
      row("t1", "10.00", "89.00"),
      row("t2", "20.00", "69.00"),
    ]);
    const { comparison, difference } = await compare(before, after);
    expect(comparison.counts).toEqual({ changed: 0, added: 1, removed: 0, balance: 2 });
    expect(difference).toBe("added");
    const { rows } = await compare(before, after, "balance");
    expect(rows.map(({ fields }) => fields)).toEqual([
      [{ column: "balance_after", before: "90.00", after: "89.00" }],
      [{ column: "balance_after", before: "70.00", after: "69.00" }],
    ]);
  });

  it("match whole rows if no column identifies them, and rows without an ID never by their key", async () => {
    const before = "date,amount\n2026-01-02,1\n2026-01-02,2\n";
    const { comparison } = await compare(before, before.replace(",2\n", ",3\n"));
    expect(comparison).toMatchObject({ keyColumns: [], counts: { changed: 0, added: 1, removed: 1 } });
    const unnamed = await compare(file([row("", "1.00")]), file([row("", "2.00")]));
    expect(unnamed.comparison.counts).toMatchObject({ changed: 0, added: 1, removed: 1 });
  });

  it("name columns that only one file has, and compare the others", async () => {
    const before = "id,amount,old\n1,5,x\n2,6,x\n";
    const after = "id,new,amount\n1,y,5\n2,y,7\n";
    const { comparison, rows } = await compare(before, after);
    expect(comparison).toMatchObject({
      addedColumns: ["new"],
      removedColumns: ["old"],
      counts: { changed: 1, added: 0, removed: 0 },
      unchanged: 1,
    });
    expect(rows).toMatchObject([{ fields: [{ column: "amount", before: "6", after: "7" }] }]);
  });

  it("show card numbers as masked as the files do, and say that only masked values differ", async () => {
    const number = (digits: string) => `id,note\n1,${digits}\n2,x\n`;
    const changed = await compare(number("4242424242424242"), number("5555555555554444"), "changed");
    expect(JSON.stringify(changed)).not.toMatch(/\d{13}/);
    const hidden = await compare("id,cvv\n1,123\n", "id,cvv\n1,456\n");
    expect(describeEquality(hidden.comparison)).toContain("differ only in masked values");
  });

  it("agree with a plain model for any files", async () => {
    const rows = fc.array(
      fc.record({ id: fc.constantFrom("a", "b", "c"), value: fc.constantFrom("1", "2", "3") }),
      { maxLength: 8 },
    );
    const write = (list: { id: string; value: string }[]) =>
      ["id,value", ...list.map(({ id, value }) => `${id},${value}`), ""].join("\n");
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, after) => {
        const { comparison } = await compare(write(before), write(after));
        const left = [...after];
        const gone = before.filter(({ id, value }) => {
          const index = left.findIndex((other) => other.id === id && other.value === value);
          if (index >= 0) left.splice(index, 1);
          return index < 0;
        });
        const count = (list: { id: string }[], id: string) => list.filter((one) => one.id === id).length;
        const changed = ["a", "b", "c"].reduce(
          (sum, id) => sum + Math.min(count(gone, id), count(left, id)),
          0,
        );
        expect(comparison).toMatchObject({
          counts: { changed, added: left.length - changed, removed: gone.length - changed, balance: 0 },
          unchanged: after.length - left.length,
        });
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it("have exact counts beyond the rows that are shown, over several chunks", async () => {
    const count = 6_000;
    const rowsOf = (amount: (index: number) => string) =>
      file(Array.from({ length: count }, (_, index) => row(`transaction-${index}`, amount(index))));
    const before = rowsOf(() => "10.00");
    const after = rowsOf((index) => (index % 3 === 0 ? "10.01" : "10.00"));
    const { comparison, rows } = await compare(before, after);
    expect(comparison).toMatchObject({ counts: { changed: count / 3, added: 0, removed: 0 } });
    expect(rows).toHaveLength(MAX_COMPARED_ROWS_SHOWN);
    expect(rows.at(-1)?.identity[0]?.value).toBe(`transaction-${(MAX_COMPARED_ROWS_SHOWN - 1) * 3}`);
  }, 60_000);
});

describe("comparing", () => {
  const readsOf = async (reader: string) => {
    const { rows } = await db.pool.query<{ target: string }>(
      "select target from audit where action = 'report.read' and actor_id = $1",
      [reader],
    );
    return rows.map(({ target }) => target);
  };

  it("is audited as a read of both reports", async () => {
    const [from, to] = [await capture("id,a\n1,1\n"), await capture("id,a\n1,2\n")];
    const { personId: auditor } = await signInAs("auditor");
    await compareIds(from, to);
    await compareIds(from, to);
    expect((await readsOf(auditor)).sort()).toEqual([from, to].sort());
  });

  it("is denied without the permission, and reads nothing", async () => {
    const [from, to] = [await capture("id,a\n1,1\n"), await capture("id,a\n1,2\n")];
    const { personId: support } = await signInAs("support");
    expect(await getReportComparison({ from, to })).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
    expect(await getOtherCaptures({ reportId: from })).toMatchObject({ ok: false });
    expect(await readsOf(support)).toEqual([]);
  });

  it("is refused for another period, another type and an unknown report", async () => {
    const from = await capture("id,a\n1,1\n");
    for (const other of [{ date: "2026-01-03" }, { type: "fee" as const }])
      expect(await getReportComparison({ from, to: await capture("id,a\n1,1\n", other) })).toMatchObject({
        ok: false,
        error: { code: "refused" },
      });
    expect(await getReportComparison({ from, to: crypto.randomUUID() })).toMatchObject({
      ok: false,
      error: { code: "not-found" },
    });
  });

  it("is offered with the other captures of the same type and period", async () => {
    const date = "2026-02-03";
    const first = await capture("id,a\n1,1\n", { date });
    const second = await capture("id,a\n1,2\n2,2\n", { date });
    const third = await capture("id,a\n1,1\n", { date });
    await capture("id,a\n1,1\n", { date, type: "fee" });
    expect(await getOtherCaptures({ reportId: second })).toMatchObject({
      data: [
        { id: third, isLater: true, isSameFile: false, rows: 1 },
        { id: first, isLater: false, isSameFile: false, rows: 1 },
      ],
    });
    expect(await getOtherCaptures({ reportId: first })).toMatchObject({
      data: [{ id: third, isSameFile: true }, { id: second }],
    });
  });
});
