import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { findFacts, findSettledEvents } from "@/lib/card-index/find-facts";
import { listIndexedTransactions, type TransactionFilter } from "@/lib/card-index/list-transactions";
import { matchesTooManyAtMerchants, suggestMerchants } from "@/lib/card-index/merchants";
import { searchIndex } from "@/lib/card-index/search-index";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { sourceText } from "@/lib/domain/cards/transaction-facts";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { openTestDashboard } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
import {
  clearedTransaction,
  clearReconciliation,
  type SettledRow,
  settlementCsv,
  storeReport,
} from "@/testing/settlements";
import * as comparison from "./compare-day";
import { readSettlements } from "./read-settlements";
import { reconcile } from "./reconcile";
import { noteCreationTimes, refreshFacts } from "./refresh-facts";

const DAY = "2026-10-05";
const NEXT = "2026-10-06";
let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});
beforeEach(async () => {
  await clearReconciliation(db.pool);
});

const write = (...ids: string[]) =>
  writeTransactions(
    ids.map((id) => clearedTransaction(id, DAY)),
    { requestedAt: new Date(`${DAY}T23:00:00Z`), walk: null },
  );

const settled = (id: string, overrides: Partial<SettledRow> = {}): SettledRow => ({
  id,
  at: `${DAY}T12:00:00`,
  bill: 1000,
  ...overrides,
});

const settle = (rows: SettledRow[], date: IsoDate = DAY, type: "daily" | "monthly" = "daily") =>
  storeReport(db.pool, { type, date, content: settlementCsv(100_000, rows) });

const factsOf = async (id: string) => (await findFacts([id], { withEffect: true })).get(id);

const sourcesOf = async (id: string) =>
  ((await findSettledEvents([id])).get(id) ?? []).map(
    ({ event, source }) => `${event}: ${sourceText(source)}`,
  );

const listed = async (filter: TransactionFilter) => {
  const sort = { by: "created", direction: "desc" } as const;
  const { rows } = await listIndexedTransactions({ filter, sort, limit: 50 });
  return rows.map(({ id }) => id).sort();
};

describe("what the files know", () => {
  it("comes from the rows of the settlement files, with the file and the row of each", async () => {
    await write("a", "b");
    const { reportId } = await settle([settled("a", { fees: 30 }), settled("b", { merchant: "Zug" })]);
    await settle([settled("a", { event: "REFUND", fees: 30, at: `${NEXT}T09:30:00` })], NEXT);
    await reconcile();
    expect(await factsOf("a")).toEqual({
      merchant: "Kaffeehaus",
      clearedAt: `${DAY}T12:00:00.000Z`,
      refundedAt: `${NEXT}T09:30:00.000Z`,
      fees: "0.00",
      effect: "0.00",
      currency: "USD",
    });
    expect(await factsOf("b")).toMatchObject({
      merchant: "Zug",
      fees: "0.00",
      effect: "-10.00",
      refundedAt: null,
    });
    expect(await sourcesOf("a")).toEqual([
      "clearing: Daily settlement of 5 Oct 2026, row 1",
      "refund: Daily settlement of 6 Oct 2026, row 1",
    ]);
    expect((await findSettledEvents(["b"])).get("b")).toMatchObject([
      { effect: "-10.00", reportId, source: { row: 2 } },
    ]);
    expect((await findFacts(["b"], { withEffect: false })).get("b")).toMatchObject({
      fees: "0.00",
      effect: null,
    });
  });

  it("follows the newest file, and forgets what only the replaced one said", async () => {
    await write("a", "b");
    await settle([settled("a"), settled("b")]);
    await reconcile();
    await settle([settled("a", { merchant: "Bäckerei", at: `${DAY}T13:00:00` })]);
    await reconcile();
    expect(await factsOf("a")).toMatchObject({ merchant: "Bäckerei", clearedAt: `${DAY}T13:00:00.000Z` });
    expect(await factsOf("b")).toBeUndefined();
    expect(await listed({ merchant: "Kaffeehaus" })).toEqual([]);
    expect(await suggestMerchants("")).toEqual(["Bäckerei"]);
  });

  it("prefers the daily file to the monthly one, in either order", async () => {
    await write("a", "b");
    const monthly = [
      settled("a", { merchant: "Monthly" }),
      settled("b", { at: `${NEXT}T12:00:00`, merchant: "Monthly" }),
    ];
    await settle(monthly, "2026-10-31", "monthly");
    await reconcile();
    expect(await sourcesOf("a")).toEqual(["clearing: Monthly settlement of Oct 2026, row 1"]);
    await settle([settled("a", { merchant: "Daily" })]);
    await reconcile();
    expect(await factsOf("a")).toMatchObject({ merchant: "Daily" });
    expect(await factsOf("b")).toMatchObject({ merchant: "Monthly" });
    await settle(monthly, "2026-10-31", "monthly");
    await reconcile();
    expect(await factsOf("a")).toMatchObject({ merchant: "Daily" });
    expect(await sourcesOf("b")).toEqual(["clearing: Monthly settlement of Oct 2026, row 2"]);
  });

  it("takes the first of two rows for the same event, whichever file was read first", async () => {
    await write("a");
    await settle([settled("a", { merchant: "Second", at: `${NEXT}T12:00:00` })], NEXT);
    await reconcile();
    expect(await factsOf("a")).toMatchObject({ merchant: "Second" });
    await settle([settled("a", { merchant: "First" }), settled("a", { merchant: "Again" })]);
    await reconcile();
    expect(await factsOf("a")).toMatchObject({ merchant: "First", effect: "-10.00" });
  });

  it("says nothing while a file is not understood", async () => {
    await write("a");
    await settle([settled("a")]);
    await reconcile();
    await storeReport(db.pool, { type: "daily", date: DAY, content: "x,y\n1,2\n" });
    await reconcile();
    expect(await factsOf("a")).toBeUndefined();
  });

  it("is known even if the days can’t be compared", async () => {
    await write("a");
    await settle([settled("a")]);
    vi.spyOn(comparison, "compareDay").mockRejectedValueOnce(new Error("No space left"));
    await expect(reconcile()).rejects.toThrow("No space left");
    expect(await factsOf("a")).toMatchObject({ merchant: "Kaffeehaus" });
  });

  it("is written later if the process died after it had read the file", async () => {
    await write("a");
    await settle([settled("a")]);
    await readSettlements();
    expect(await factsOf("a")).toBeUndefined();
    expect(await refreshFacts()).toBe(true);
    expect(await factsOf("a")).toMatchObject({ merchant: "Kaffeehaus" });
    expect(await refreshFacts()).toBe(false);
  });

  describe("is deleted with its file", () => {
    const settlePurchaseAndRefund = async () => {
      await write("a", "b");
      const purchase = await settle([settled("a"), settled("b")]);
      const refund = await settle([settled("a", { event: "REFUND", at: `${NEXT}T09:00:00` })], NEXT);
      await reconcile();
      return [purchase.fileId, refund.fileId] as const;
    };
    const deleteFiles = async (...fileIds: string[]) => {
      await db.pool.query("update report_requests set file_id = null where file_id = any($1)", [fileIds]);
      await db.pool.query("delete from report_files where id = any($1)", [fileIds]);
    };

    it("the refund’s, then the purchase’s", async () => {
      const [purchase, refund] = await settlePurchaseAndRefund();
      await deleteFiles(refund);
      expect(await factsOf("a")).toMatchObject({ refundedAt: null, effect: "-10.00" });
      await deleteFiles(purchase);
      expect(await factsOf("a")).toBeUndefined();
    });

    it("the purchase’s, then the refund’s", async () => {
      const [purchase, refund] = await settlePurchaseAndRefund();
      await deleteFiles(purchase);
      expect(await factsOf("a")).toMatchObject({
        clearedAt: null,
        refundedAt: `${NEXT}T09:00:00.000Z`,
        effect: "10.00",
      });
      expect(await factsOf("b")).toBeUndefined();
      expect(await sourcesOf("a")).toEqual(["refund: Daily settlement of 6 Oct 2026, row 1"]);
      await deleteFiles(refund);
      expect(await factsOf("a")).toBeUndefined();
    });

    it("both at once", async () => {
      await deleteFiles(...(await settlePurchaseAndRefund()));
      expect((await db.pool.query("select from transaction_facts")).rowCount).toBe(0);
    });
  });

  onlyOn("postgres", () => {
    it("isn’t waited for by the index while a file is read, which would be a deadlock", async () => {
      await settle([settled("a"), settled("b")]);
      await reconcile();
      const reader = await db.pool.connect();
      await reader.query("begin");
      await reader.query("delete from transaction_facts where transaction_id = 'a'");
      const noting = write("a", "b").then(noteCreationTimes);
      const first = await Promise.race([noting.then(() => "noted"), pause(10_000, "waited")]);
      await reader.query("rollback");
      reader.release();
      await noting;
      expect(first).toBe("noted");
      expect(await listed({ merchant: "Kaffeehaus" })).toEqual(["b"]);
      await reconcile();
      expect(await listed({ merchant: "Kaffeehaus" })).toEqual(["a", "b"]);
    });
  });

  it("leaves the issuer’s values alone", async () => {
    await write("a");
    await settle([settled("a", { bill: 9999 })]);
    await reconcile();
    const { rows } = await db.pool.query("select bill_amount, amount from indexed_transactions");
    expect(rows).toEqual([{ bill_amount: "10", amount: "10.00" }]);
  });
});

describe("transactions found by what the files know", () => {
  beforeEach(async () => {
    await write("a", "b", "c");
    await settle([settled("a", { merchant: "Café Müller" }), settled("b", { merchant: "CAFE MULLER" })]);
    await settle([settled("c", { merchant: "Zug", at: `${NEXT}T23:30:00` })], NEXT);
    await reconcile();
  });

  it("can be filtered by merchant in any spelling", async () => {
    expect(await listed({ merchant: "cafe müller" })).toEqual(["a", "b"]);
    expect(await listed({ merchant: "cafe" })).toEqual([]);
    expect(await listed({ merchant: "Zug", status: ["DECLINED"] })).toEqual([]);
  });

  it.each(["created:asc", "created:desc", "amount:desc", "holder:asc"] as const)(
    "can be paged by merchant in both directions, sorted by %s",
    async (order) => {
      const ids = Array.from({ length: 7 }, (_, index) => `paged-${index}`);
      await write(...ids);
      await settle(
        ids.map((id) => settled(id, { merchant: "Café Müller" })),
        addDays(NEXT, 1),
      );
      await reconcile();
      const [by, direction] = order.split(":") as ["created", "asc"];
      const read = (cursor: { after?: string | null; before?: string | null }) =>
        listIndexedTransactions({
          filter: { merchant: "cafe muller", status: ["CLEARED"], from: DAY, to: DAY },
          sort: { by, direction },
          limit: 4,
          ...cursor,
        });
      const first = await read({});
      const second = await read({ after: first.next });
      const third = await read({ after: second.next });
      const all = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
      expect([...all].sort()).toEqual(["a", "b", ...ids]);
      expect(all).toEqual(direction === "asc" ? [...all].sort() : [...all].sort().reverse());
      expect(third.next).toBe(null);
      expect((await read({ before: third.previous })).rows).toEqual(second.rows);
    },
  );

  it("can be filtered by the day on which they cleared, in a time zone", async () => {
    expect(await listed({ clearedFrom: DAY, clearedTo: DAY })).toEqual(["a", "b"]);
    expect(await listed({ clearedFrom: NEXT })).toEqual(["c"]);
    expect(await listed({ clearedTo: NEXT })).toEqual(["a", "b", "c"]);
    expect(await listed({ clearedFrom: NEXT, clearedTo: NEXT, zone: "Europe/Berlin" })).toEqual([]);
    expect(await listed({ clearedFrom: addDays(NEXT, 1), zone: "Europe/Berlin" })).toEqual(["c"]);
    expect(await listed({ clearedFrom: "2027-01-01" })).toEqual([]);
  });

  it("are found by the words of the merchant", async () => {
    expect(await listed({ text: "mull" })).toEqual(["a", "b"]);
    expect(await listed({ text: "zug" })).toEqual(["c"]);
    expect(await listed({ text: "zu" })).toEqual([]);
    expect(await matchesTooManyAtMerchants("zug")).toBe(false);
    expect(await suggestMerchants("MÜ")).toEqual(["CAFE MULLER"]);
    const { transactions } = await searchIndex("müller");
    expect(transactions.map(({ id, merchant }) => `${id} ${merchant}`).sort()).toEqual([
      "a Café Müller",
      "b CAFE MULLER",
    ]);
  });

  it("are found if the index learns of them after the file", async () => {
    await settle([settled("late", { merchant: "Zug" })], addDays(NEXT, 1));
    await reconcile();
    await write("late");
    await reconcile();
    expect(await listed({ merchant: "Zug" })).toEqual(["c", "late"]);
    expect(await listed({ text: "zug" })).toEqual(["c", "late"]);
  });

  it("are incomplete if too many merchants match", async () => {
    const merchants = Array.from({ length: 21 }, (_, index) => `Zug ${index}`);
    await settle(
      merchants.map((merchant, index) => settled(`t${index}`, { merchant })),
      addDays(NEXT, 1),
    );
    await reconcile();
    expect(await matchesTooManyAtMerchants("zug")).toBe(true);
  });

  it("store long names and names without words", async () => {
    await write("long", "bare");
    const long = "ä".repeat(5_000);
    await settle(
      [settled("long", { merchant: long }), settled("bare", { merchant: "***" })],
      addDays(NEXT, 1),
    );
    await reconcile();
    expect((await factsOf("long"))?.merchant).toBe("ä".repeat(200));
    expect(await listed({ merchant: "***" })).toEqual(["bare"]);
  });
});
