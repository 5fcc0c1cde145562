import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { WRITE_LOCK_KEY } from "@/lib/card-index/sync/index-write";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { SettlementMapping } from "@/lib/domain/reconciliation/settlement-columns";
import { addDays, firstOfMonth, type IsoDate } from "@/lib/domain/time/calendar";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { releaseLeases } from "@/lib/jobs/release-leases";
import * as readFile from "@/lib/reports/read-file";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
import { clearReconciliation, type SettledRow, settlementCsv, storeReport } from "@/testing/settlements";
import { endRule, insertRule } from "./exception-rules";
import { readUnclearFiles } from "./read-period";
import { readSettlements } from "./read-settlements";
import { reconcile } from "./reconcile";
import * as merchants from "./store-merchants";

const DAY = "2026-10-05";
const MONTH = "2026-10-31";
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
afterEach(() => vi.restoreAllMocks());

const row = (id: string, at = `${DAY}T12:00:00`): SettledRow => ({ id, at, bill: 1000 });
const store = (content: string, date: IsoDate = DAY, type = "daily") =>
  storeReport(db.pool, { type, date, content });
const settle = (ids: string[], date: IsoDate = DAY) =>
  store(
    settlementCsv(
      0,
      ids.map((id) => row(id, `${date}T12:00:00`)),
    ),
    date,
  );

/** A file whose columns nobody recognizes. */
const foreign = (...ids: string[]) =>
  `Ref;When;Kind;Betrag\n${ids.map((id) => `${id};05.10.2026 12:00;Clearing;10,00`).join("\n")}\n`;
const MAPPING: SettlementMapping = {
  columns: { transactionId: "Ref", occurredAt: "When", event: "Kind", billAmount: "Betrag" },
  formats: { decimal: ",", dates: "day-first" },
};

async function map(mapping: SettlementMapping | null, type = "daily") {
  const person = await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email);
  const { rows } = await db.pool.query<{ version: number }>(
    "insert into settlement_mappings (type, mapping, person_id) values ($1, $2, $3) returning version",
    [type, mapping && JSON.stringify(mapping), person?.id],
  );
  return rows[0]?.version;
}

async function readingOf(date: IsoDate = DAY, type = "daily") {
  const { rows } = await db.pool.query(
    `select state, question, rows::int, file_id as "fileId", mapping_version as version, mapping, holder
     from settlement_readings where type = $1 and date = $2`,
    [type, date],
  );
  return rows[0];
}

async function events(fileId?: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', row_number, transaction_id, bill_amount) as text from settlement_events
     where $1::uuid is null or file_id = $1 order by file_id, row_number`,
    [fileId ?? null],
  );
  return rows.map(({ text }) => text);
}

async function sourceOf(day: IsoDate = DAY) {
  const { rows } = await db.pool.query(
    `select type, file_id as "fileId" from reconciliation_days where day = $1`,
    [day],
  );
  return rows[0];
}

const write = (id: string, created = DAY, status = "CLEARED", readOn = DAY) =>
  writeTransactions(
    [
      {
        id,
        external_transaction_id: `ext-${id}`,
        card_id: "card-1",
        bill_amount: 10,
        bill_currency: "USD",
        cardholder_name: "Ada Lovelace",
        amount: "10.00",
        currency: "USD",
        status,
        created: `${created}T08:00:00+0000`,
      },
    ],
    { requestedAt: new Date(`${readOn}T23:00:00Z`), walk: null },
  );

async function openExceptions(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', kind, transaction_id) as text from reconciliation_exceptions where state = 'open' order by 1`,
  );
  return rows.map(({ text }) => text);
}

/** A reader that stops in the middle of a file, as if its process had died or were paused. */
function stopAfterFirstInsert() {
  const { readRowBatches } = readFile;
  vi.spyOn(readFile, "readRowBatches").mockImplementationOnce(async function* (fileId) {
    yield* readRowBatches(fileId);
    throw new Error("The process died");
  });
  return readSettlements().catch((error: Error) => error.message);
}

const expireLeases = () =>
  db.pool.query("update settlement_readings set lease_until = now() - interval '1 second'");

describe("reading settlement files", () => {
  it("continues after a process that died, once its lease has expired, with every row once", async () => {
    const { fileId } = await settle(["a", "b"]);
    expect(await stopAfterFirstInsert()).toBe("The process died");
    expect(await events()).toHaveLength(2);
    expect(await readingOf()).toMatchObject({ state: "reading" });
    expect(await readSettlements()).toBe(false);
    await expireLeases();
    expect(await readSettlements()).toBe(true);
    expect(await readingOf()).toMatchObject({ state: "read", rows: 2, fileId, holder: null });
    expect(await events()).toEqual(["0 a 10.00", "1 b 10.00"]);
  });

  it("continues at once after a restart of an embedded dashboard", async () => {
    await settle(["a", "b"]);
    expect(await stopAfterFirstInsert()).toBe("The process died");
    await releaseLeases(db.pool);
    expect(await readSettlements()).toBe(true);
    expect(await readingOf()).toMatchObject({ state: "read", rows: 2 });
  });

  it("goes on with the next file if one fails", async () => {
    await settle(["a"], addDays(DAY, -1));
    await settle(["b"]);
    expect(await stopAfterFirstInsert()).toBe("The process died");
    expect(await readingOf(addDays(DAY, -1))).toMatchObject({ state: "reading" });
    expect(await readingOf()).toMatchObject({ state: "read" });
  });

  it("lets a reader that lost its lease change nothing", async () => {
    const { fileId } = await settle(["a", "b"]);
    const { readRowBatches } = readFile;
    vi.spyOn(readFile, "readRowBatches").mockImplementationOnce(async function* (id) {
      await expireLeases();
      expect(await readSettlements()).toBe(true);
      await db.pool.query("update settlement_readings set read_at = '2020-01-01'");
      yield* readRowBatches(id);
    });
    await readSettlements();
    const { rows } = await db.pool.query("select read_at from settlement_readings");
    expect(rows).toEqual([{ read_at: new Date("2020-01-01T00:00:00Z") }]);
    expect(await events(fileId)).toEqual(["0 a 10.00", "1 b 10.00"]);
  });

  it("leaves nothing of a file that is deleted while it is read", async () => {
    const { fileId } = await settle(["a", "b"]);
    vi.spyOn(merchants, "storeMerchants").mockImplementationOnce(async () => {
      await db.pool.query("update report_requests set file_id = null where file_id = $1", [fileId]);
      await db.pool.query("delete from report_files where id = $1", [fileId]);
    });
    await readSettlements();
    expect(await events()).toEqual([]);
    expect(await sourceOf()).toBeUndefined();
  });

  it("reads each file once if two instances read at once", async () => {
    const days = Array.from({ length: 6 }, (_, index) => addDays(DAY, index));
    for (const day of days) await settle([`a-${day}`], day);
    const opened = vi.spyOn(readFile, "readRowBatches");
    await Promise.all([readSettlements(), readSettlements(), readSettlements()]);
    await readSettlements();
    expect(opened).toHaveBeenCalledTimes(days.length);
    expect(await events()).toHaveLength(days.length);
  });

  it("reads a file that arrives while the one before is read", async () => {
    await settle(["old"]);
    const { readRowBatches } = readFile;
    let newest = "";
    vi.spyOn(readFile, "readRowBatches").mockImplementationOnce(async function* (id) {
      newest = (await settle(["new"])).fileId;
      yield* readRowBatches(id);
    });
    await readSettlements();
    expect(await readingOf()).toMatchObject({ state: "read", fileId: newest });
    expect(await events()).toEqual(["0 new 10.00"]);
    expect(await sourceOf()).toEqual({ type: "daily", fileId: newest });
  });

  it("asks about a file that it can’t decrypt, and reads the others", async () => {
    await settle(["a"]);
    const { authSecret } = env();
    useSecrets("another-secret-that-is-long-enough-to-be-one");
    await settle(["b"], addDays(DAY, 1));
    await readSettlements();
    expect(await readingOf()).toMatchObject({
      state: "unclear",
      question: expect.stringMatching("decrypted"),
    });
    expect(await readingOf(addDays(DAY, 1))).toMatchObject({ state: "read" });
    useSecrets(authSecret);
  });

  describe("that it can’t decrypt", () => {
    const { authSecret } = env();
    const OTHER = "another-secret-that-is-long-enough-to-be-one";
    afterEach(() => useSecrets(authSecret));

    it("reads them once the secret is here again", async () => {
      await settle(["a"]);
      useSecrets(OTHER);
      await reconcile();
      expect(await readingOf()).toMatchObject({ state: "unclear", holder: null });
      expect(await readSettlements()).toBe(false);
      await expireLeases();
      await reconcile();
      expect(await readUnclearFiles()).toMatchObject([
        { date: DAY, question: expect.stringMatching("decrypted") },
      ]);
      useSecrets(OTHER, [authSecret]);
      await expireLeases();
      await reconcile();
      expect(await readingOf()).toMatchObject({ state: "read", question: null, rows: 1 });
      expect(await readUnclearFiles()).toEqual([]);
      expect(await readSettlements()).toBe(false);
    });

    it.each([
      ["with another mapping", () => map(MAPPING)],
      ["replaced by a newer one", () => settle(["a", "b"])],
    ])("keeps what was read before, %s", async (_, change) => {
      await write("a");
      const { fileId } = await settle(["a"]);
      await reconcile();
      await change();
      useSecrets(OTHER);
      await reconcile();
      expect(await readingOf()).toMatchObject({ state: "read", fileId, rows: 1 });
      expect(await readUnclearFiles()).toMatchObject([{ question: expect.stringMatching("decrypted") }]);
      expect(await events()).toEqual(["0 a 10.00"]);
      expect(await sourceOf()).toEqual({ type: "daily", fileId });
      expect((await db.pool.query("select from reconciliation_changes")).rowCount).toBe(0);
      useSecrets(authSecret);
      await expireLeases();
      await reconcile();
      expect(await readingOf()).toMatchObject({ state: "read", question: null });
    });

    it("isn’t compared with the rest of a reading that another instance didn’t finish", async () => {
      await write("a");
      await settle(["a"]);
      await reconcile();
      await map(MAPPING);
      await stopAfterFirstInsert();
      await db.pool.query("delete from settlement_events");
      await write("z");
      useSecrets(OTHER);
      await expireLeases();
      await reconcile();
      expect(await readingOf()).toMatchObject({ state: "reading" });
      expect(await openExceptions()).toEqual([]);
    });

    it("isn’t compared without the month’s file that another instance didn’t finish", async () => {
      await write("a");
      for (let day = firstOfMonth(MONTH); day <= MONTH; day = addDays(day, 1))
        await settle(day === DAY ? ["a"] : [], day);
      await store(settlementCsv(0, [{ ...row("a"), bill: 1250 }]), MONTH, "monthly");
      await reconcile();
      await map(MAPPING, "monthly");
      await stopAfterFirstInsert();
      await write("a", DAY, "REFUNDED");
      useSecrets(OTHER);
      await expireLeases();
      await reconcile();
      expect(await readingOf(MONTH, "monthly")).toMatchObject({ state: "reading" });
      expect(await openExceptions()).toEqual(["other-file-differs a"]);
    });
  });

  it("decides a format by a later row, and asks with the row’s number if it can’t", async () => {
    const lines = (last: string) =>
      `transaction_id,occurred_at,event,bill_amount,effect\n${Array.from({ length: 5_001 }, (_, index) => `t${index},2026-10-05,CLEARING,5,-5`).join("\n")}\nz,2026-10-05,CLEARING,${last}\n`;
    await store(lines('"1,234.50",-1234.50'));
    await readSettlements();
    expect(await readingOf()).toMatchObject({
      state: "read",
      rows: 5_002,
      mapping: { formats: { decimal: "." } },
    });
    await store(lines('"1,234","-1,234"'));
    await readSettlements();
    expect(await readingOf()).toMatchObject({
      state: "unclear",
      question: expect.stringMatching("decimal comma"),
    });
    await store(lines("5,n/a"));
    await readSettlements();
    expect(await readingOf()).toMatchObject({ question: "Row 5002: “effect” isn’t an amount." });
    expect(await events()).toEqual([]);
  });

  it("keeps amounts of twenty digits exact", async () => {
    const balance = "12345678901234567890.125";
    await store(
      `transaction_id,occurred_at,event,bill_amount,bill_currency,effect,balance_after\na,${DAY},CLEARING,0.125,KWD,-0.125,${balance}\nb,${DAY},CLEARING,99999999999999999999.001,KWD,-99999999999999999999.001,-87654321098765432108.876\n`,
    );
    await readSettlements();
    const { rows } = await db.pool.query(
      "select opening_balance, closing_balance, totals, gaps from settlement_readings",
    );
    expect(rows).toEqual([
      {
        opening_balance: "12345678901234567890.250",
        closing_balance: "-87654321098765432108.876",
        totals: [
          {
            event: "clearing",
            currency: "KWD",
            rows: 2,
            billed: "99999999999999999999.126",
            fees: "0",
            effect: "-99999999999999999999.126",
          },
        ],
        gaps: [],
      },
    ]);
  });
});

describe("a mapping", () => {
  it("reads the file that was unclear, and again with every new version", async () => {
    await store(foreign("a"));
    await reconcile();
    expect(await readingOf()).toMatchObject({ state: "unclear", rows: 0, version: null, mapping: null });
    expect(await sourceOf()).toBeUndefined();
    const version = await map(MAPPING);
    await reconcile();
    expect(await readingOf()).toMatchObject({
      state: "read",
      question: null,
      rows: 1,
      version,
      mapping: MAPPING,
    });
    expect(await sourceOf()).toMatchObject({ type: "daily" });
    expect(await readSettlements()).toBe(false);
    await map(null);
    await reconcile();
    expect(await readingOf()).toMatchObject({ state: "unclear", mapping: null });
    expect(await events()).toEqual([]);
  });

  it("leaves files alone that have other columns: they are recognized by name", async () => {
    await settle(["a"]);
    await store(foreign("b"), addDays(DAY, 1));
    const version = await map(MAPPING);
    await readSettlements();
    expect(await readingOf()).toMatchObject({
      state: "read",
      version,
      mapping: { columns: { transactionId: "transaction_id" } },
    });
    expect(await readingOf(addDays(DAY, 1))).toMatchObject({ state: "read", mapping: MAPPING });
  });

  it("that doesn’t fit a file which has its columns raises a question that names the cell", async () => {
    await store(foreign("a").replace("10,00", "ten"));
    await map(MAPPING);
    await readSettlements();
    expect(await readingOf()).toMatchObject({
      state: "unclear",
      question: "Row 1: “Betrag” isn’t an amount.",
    });
  });

  it("doesn’t let anything seem to be missing while a file is read again", async () => {
    await write("a");
    await settle(["a"]);
    await reconcile();
    await map(MAPPING);
    const { readRowBatches } = readFile;
    vi.spyOn(readFile, "readRowBatches").mockImplementationOnce(async function* (id) {
      expect(await events()).toEqual([]);
      await write("z");
      await reconcile();
      expect(await openExceptions()).toEqual([]);
      yield* readRowBatches(id);
    });
    await reconcile();
    expect(await openExceptions()).toEqual(["records-only z"]);
    const { rows } = await db.pool.query("select transaction_id from reconciliation_exceptions");
    expect(rows).toEqual([{ transaction_id: "z" }]);
  });

  it("doesn’t let what a month’s file differs in seem to be gone while it is read again", async () => {
    await write("a");
    for (let day = firstOfMonth(MONTH); day <= MONTH; day = addDays(day, 1))
      await settle(day === DAY ? ["a"] : [], day);
    await store(settlementCsv(0, [{ ...row("a"), bill: 1250 }]), MONTH, "monthly");
    await reconcile();
    expect(await openExceptions()).toEqual(["other-file-differs a"]);
    await map(MAPPING, "monthly");
    const { readRowBatches } = readFile;
    vi.spyOn(readFile, "readRowBatches").mockImplementationOnce(async function* (id) {
      await write("a", DAY, "REFUNDED");
      await reconcile();
      yield* readRowBatches(id);
    });
    await reconcile();
    expect(await openExceptions()).toContain("other-file-differs a");
    const { rows } = await db.pool.query(
      `select h.message from reconciliation_exception_history h
       join reconciliation_exceptions e on e.id = h.exception_id where e.kind = 'other-file-differs'`,
    );
    expect(rows).toEqual([{ message: "Found" }]);
  });
});

describe("the source of a day", () => {
  const monthly = (...rows: SettledRow[]) => store(settlementCsv(0, rows), MONTH, "monthly");

  it("is the monthly file if the daily one is unclear, and the daily one once it is understood", async () => {
    const { fileId: monthlyId } = await monthly(row("a"), row("m"));
    await reconcile();
    const { fileId } = await settle(["a"]);
    await reconcile();
    expect(await sourceOf()).toEqual({ type: "daily", fileId });
    await store(foreign("a"));
    await reconcile();
    expect(await sourceOf()).toEqual({ type: "monthly", fileId: monthlyId });
    expect(await openExceptions()).toEqual(["file-only a", "file-only m"]);
    await map(MAPPING);
    await reconcile();
    expect(await sourceOf()).toMatchObject({ type: "daily" });
    expect(await openExceptions()).toEqual(["file-only a", "other-file-only m"]);
  });

  it("is the month’s nearest day for a row of another month", async () => {
    await write("a", addDays(MONTH, 1));
    await write("b", "2026-09-30");
    await monthly(row("a", `${addDays(MONTH, 2)}T12:00:00`), row("b", "2026-09-30T12:00:00"));
    await reconcile();
    const { rows } = await db.pool.query(
      `select concat_ws(' ', kind, transaction_id, to_char(day, 'YYYY-MM-DD'), theirs) as text
       from reconciliation_exceptions order by 1`,
    );
    expect(rows.map(({ text }) => text)).toEqual([
      "wrong-day a 2026-10-31 2026-11-02",
      "wrong-day b 2026-10-01 2026-09-30",
    ]);
  });

  it("is gone for the days without a daily file if the monthly one becomes unclear", async () => {
    const { fileId } = await settle(["a"]);
    await monthly(row("a"));
    await reconcile();
    await store(foreign("a"), MONTH, "monthly");
    await reconcile();
    expect(await sourceOf()).toEqual({ type: "daily", fileId });
    expect(await sourceOf(addDays(DAY, 1))).toBeUndefined();
  });

  it("concerns transactions of any day before", async () => {
    const made = addDays(DAY, -12);
    await write("late", made);
    const days = Array.from({ length: 13 }, (_, index) => addDays(made, index));
    for (const day of days.slice(0, -1)) await settle([], day);
    await reconcile();
    expect(await openExceptions()).toEqual([]);
    await settle([]);
    await reconcile();
    expect(await openExceptions()).toEqual(["records-only late"]);
    await settle(["late"]);
    await reconcile();
    expect(await openExceptions()).toEqual([]);
    await settle([]);
    await reconcile();
    expect(await openExceptions()).toEqual(["other-file-only late"]);
    await store("a,b\n1,2\n");
    await reconcile();
    // Nothing can be said about a day without a file, so what was found stays.
    expect(await openExceptions()).toEqual(["other-file-only late"]);
  });
});

async function waitForLock(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(
        "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows[0].waiting).toBe(1);
    },
    { timeout: 20_000 },
  );
}

async function insertTransaction(client: pg.ClientBase, id: string, day: IsoDate): Promise<void> {
  await client.query(
    `insert into indexed_transactions (id, external_id, card_id, bill_amount, bill_currency, cardholder_name, amount,
       currency, status, created, created_at, holder_key, read_at, status_read_at, walk)
     values ($1, $1, 'card-1', 10, 'USD', 'Ada', '10.00', 'USD', 'CLEARED', $2, $2::text::timestamptz, 'ada', $2::text::timestamptz,
       $2::text::timestamptz, 1)`,
    [id, `${day}T08:00:00+0000`],
  );
}

onlyOn("postgres", () => {
  describe("a comparison at the same time", () => {
    it("is undone if a person changes what it would change, and made again", async () => {
      await write("a");
      await store(settlementCsv(0, [{ ...row("a"), bill: 1250 }]));
      await reconcile();
      await write("a", DAY, "REFUNDED", addDays(DAY, 1));
      const client = await db.pool.connect();
      await client.query("begin");
      await client.query("update reconciliation_exceptions set state = 'explained', note = $1", [
        randomUUID(),
      ]);
      await store(settlementCsv(0, [{ ...row("a"), bill: 1300 }]));
      const running = reconcile();
      await waitForLock();
      await client.query("commit");
      client.release();
      await running;
      const { rows } = await db.pool.query(
        "select state, theirs, version from reconciliation_exceptions where kind = 'amount-differs'",
      );
      expect(rows).toEqual([{ state: "open", theirs: "13.00", version: 2 }]);
      expect((await db.pool.query("select from reconciliation_changes")).rowCount).toBe(0);
    });

    it("explains nothing by a rule that ends meanwhile", async () => {
      const personId = (await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email))?.id ?? "";
      const client = await db.pool.connect();
      const conditions = { kind: "file-only", currency: null, merchant: null, maxDifference: null } as const;
      const ruleId = await insertRule(client, { conditions, reason: "fee", note: "", personId });
      await settle(["a"]);
      await client.query("begin");
      expect(await endRule(client, ruleId, personId)).toBe(true);
      const running = reconcile();
      await waitForLock();
      await client.query("commit");
      client.release();
      await running;
      await reconcile();
      expect(await openExceptions()).toEqual(["file-only a"]);
    });

    it("doesn’t miss a transaction that is written while the first file of its day is read", async () => {
      const client = await db.pool.connect();
      await client.query("begin");
      await insertTransaction(client, "a", DAY);
      await settle([]);
      await reconcile();
      await client.query("commit");
      client.release();
      await reconcile();
      expect(await openExceptions()).toEqual(["records-only a"]);
    });

    it("waits for a transaction that is written while a later day’s file is read", async () => {
      const client = await db.pool.connect();
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
      await insertTransaction(client, "a", addDays(DAY, -3));
      await settle(["a"]);
      const running = reconcile();
      await waitForLock();
      await client.query("commit");
      client.release();
      await running;
      expect(await openExceptions()).toEqual([]);
    });
  });
});
