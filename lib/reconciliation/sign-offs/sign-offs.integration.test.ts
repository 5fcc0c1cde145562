import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveRequest } from "@/lib/actions/approve-request";
import { decideSignOff } from "@/lib/actions/decide-sign-off";
import { invitePerson } from "@/lib/actions/invite-person";
import { mapSettlementColumns } from "@/lib/actions/map-settlement-columns";
import { reopenPeriod } from "@/lib/actions/reopen-period";
import { setExceptionState } from "@/lib/actions/set-exception-state";
import { signOffDays } from "@/lib/actions/sign-off-days";
import { signOffPeriod } from "@/lib/actions/sign-off-period";
import { undoExceptions } from "@/lib/actions/undo-exceptions";
import { approvalsJob } from "@/lib/approvals/approvals-job";
import { DEMO_PEOPLE } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { Transaction } from "@/lib/contract/transaction";
import type { Role } from "@/lib/domain/people/permissions";
import { leftOfDays, openPointsOf } from "@/lib/domain/reconciliation/open-points";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { env } from "@/lib/env";
import { applyRetention } from "@/lib/jobs/retention";
import { getApproval, getApprovals } from "@/lib/queries/approvals";
import { getNotifications } from "@/lib/queries/notifications";
import { getSignOff } from "@/lib/queries/sign-offs";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { newId, type OpenApprovals, openApprovals, requestedId, unwrap } from "@/testing/approvals";
import {
  clearedTransaction,
  clearReconciliation,
  type SettledRow,
  settlementCsv,
  storeReport,
} from "@/testing/settlements";

const MONTH = "2026-10";
const FIRST = "2026-10-01";
const SECOND = "2026-10-02";
const THIRD = "2026-10-03";
let program: OpenApprovals;

beforeAll(async () => {
  program = await openApprovals();
}, 120_000);
afterAll(() => program.close());
beforeEach(async () => {
  await clearReconciliation(program.db.pool);
  await program.db.pool.query("truncate notifications, approval_requests cascade");
  await program.setPolicies([]);
  await program.as("finance");
});

const transaction = (id: string, overrides: Partial<Transaction> = {}) =>
  clearedTransaction(id, FIRST, overrides);

const write = (...transactions: Transaction[]) =>
  writeTransactions(transactions, { requestedAt: new Date(`${FIRST}T23:00:00Z`), walk: null });

const settled = (id: string, overrides: Partial<SettledRow> = {}): SettledRow => ({
  id,
  at: `${FIRST}T12:00:00`,
  bill: 1000,
  ...overrides,
});

const settle = (rows: SettledRow[], date: IsoDate = FIRST) =>
  storeReport(program.db.pool, { type: "daily", date, content: settlementCsv(100_000, rows) });

async function settleMonth(): Promise<void> {
  await write(transaction("a"));
  await storeReport(program.db.pool, {
    type: "monthly",
    date: "2026-10-31",
    content: settlementCsv(100_000, [settled("a")]),
  });
  await reconcile();
}

const read = async (period: string) => unwrap(await getSignOff({ period }));

/** What the page shows, with every open point ticked. */
async function seenOf(period: string) {
  const { seen, evidence, signableDays } = await read(period);
  const left = signableDays.length > 0 ? leftOfDays(evidence, signableDays) : evidence;
  return { seen, acknowledged: openPointsOf(left).map(({ key }) => key) };
}

async function signOff(period: string, as: Role = "finance") {
  await program.as(as);
  return signOffPeriod(newId(), { period, ...(await seenOf(period)) });
}

async function signDays(as: Role = "finance") {
  await program.as(as);
  return signOffDays(newId(), { month: MONTH, ...(await seenOf(MONTH)) });
}

async function switchOn({ includesDays = false } = {}): Promise<void> {
  await program.setPolicies(["sign-off"]);
  await program.db.pool.query(
    "update approval_settings set settings = jsonb_set(settings, '{policies,sign-off,includesDays}', $1)",
    [JSON.stringify(includesDays)],
  );
  await program.as("finance");
}

const mapColumns = (fees: string) =>
  mapSettlementColumns(newId(), {
    type: "daily",
    basedOn: null,
    mapping: {
      columns: {
        transactionId: "transaction_id",
        occurredAt: "occurred_at",
        event: "event",
        billAmount: "bill_amount",
        billCurrency: "bill_currency",
        effect: "effect",
        fees,
      },
      formats: { decimal: ".", dates: "day-first" },
    },
  });

const refused = (message: string | RegExp) => ({
  ok: false,
  error: { message: expect.stringMatching(message) },
});

describe("a sign-off", () => {
  it("says who, when, over which hashes, with which counts and exceptions left", async () => {
    await write(transaction("a"), transaction("b"));
    const { fileId } = await settle([settled("a"), settled("b", { bill: 1250 })]);
    await reconcile();
    unwrap(await signOff(FIRST));
    const { rows } = await program.db.pool.query("select sha256 from report_files where id = $1", [fileId]);
    const { current, earlier, obstacle } = await read(FIRST);
    expect(current).toMatchObject({
      person: DEMO_PEOPLE.finance.name,
      secondPerson: null,
      stale: null,
      reopened: null,
      evidence: {
        files: [{ type: "daily", date: FIRST, sha256: rows[0].sha256 }],
        days: 1,
        matched: 1,
        rows: 2,
        events: [{ event: "clearing", currency: "USD", rows: 2, billed: "22.50", effect: "-22.50" }],
        records: [{ currency: "USD", amount: "20" }],
        exceptionsLeft: [
          { kind: "amount-differs", transactionId: "b", state: "open", reason: null, difference: "2.50" },
        ],
      },
    });
    expect(Date.parse(current?.signedAt ?? "")).not.toBeNaN();
    expect(earlier).toEqual([]);
    expect(obstacle).toMatch(/already signed off/);
    const { rows: entries } = await program.db.pool.query(
      "select phase, outcome, body::jsonb ->> 'target' as target from audit where operation_id = $1 order by seq",
      [current?.id],
    );
    expect(entries).toMatchObject([
      { phase: "begin", target: FIRST },
      { outcome: "succeeded", target: FIRST },
    ]);
  });

  it("is refused without a file, and until the day was compared", async () => {
    expect(await signOff(FIRST)).toMatchObject(refused(/no settlement file of 1 Oct 2026/));
    await settle([]);
    await reconcile();
    const seen = await seenOf(FIRST);
    await write(transaction("a"));
    await program.as("finance");
    expect(await signOffPeriod(newId(), { period: FIRST, ...seen })).toMatchObject(refused(/being compared/));
    await reconcile();
    await settle([settled("a")]);
    expect(await signOff(FIRST)).toMatchObject(refused(/being compared/));
    await reconcile();
    unwrap(await signOff(FIRST));
  });

  it("is refused while a newer fee report or mapping was not compared", async () => {
    await write(transaction("a"));
    await settle([settled("a", { fees: 50 })]);
    await reconcile();
    await storeReport(program.db.pool, {
      type: "fee",
      date: FIRST,
      content: `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${FIRST}T12:00:00+0000,FX,a,0.50,USD\n`,
    });
    expect(await signOff(FIRST)).toMatchObject(refused(/being compared/));
    await reconcile();
    unwrap(await mapColumns("cardholder_fees"));
    expect(await signOff(FIRST)).toMatchObject(refused(/being compared/));
    await reconcile();
    unwrap(await signOff(FIRST));
    expect((await read(FIRST)).current?.evidence.mappings).toEqual([
      { type: "daily", version: expect.any(Number) },
    ]);
  });

  it("is refused if what it is over changed since the person saw it", async () => {
    await write(transaction("a"));
    await settle([settled("a", { bill: 1250 })]);
    await reconcile();
    const seen = await seenOf(FIRST);
    await program.db.pool.query(
      "update reconciliation_exceptions set state = 'explained', reason = 'fee', version = version + 1",
    );
    expect(await signOffPeriod(newId(), { period: FIRST, ...seen })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
    expect((await read(FIRST)).current).toBeNull();
    unwrap(await signOff(FIRST));
    expect((await read(FIRST)).current?.evidence.exceptionsLeft).toMatchObject([
      { state: "explained", reason: "fee" },
    ]);
  });

  it("is refused unless each open point was ticked, and says in the audit log which ones were", async () => {
    await write(transaction("a"));
    await settle([settled("a"), settled("unknown")]);
    await reconcile();
    const { seen, acknowledged } = await seenOf(FIRST);
    const { evidence } = await read(FIRST);
    expect(openPointsOf(evidence).map(({ title }) => title)).toEqual([
      "In the file only, USD 10.00",
      "Cardholder fees agree with the fee report: can’t be checked",
      "The day opens where the one before closed (USD): can’t be checked",
      "Transaction fees agree with their report: can’t be checked",
    ]);
    const attempt = (ticked: string[]) =>
      signOffPeriod(newId(), { period: FIRST, seen, acknowledged: ticked });
    for (const ticked of [[], acknowledged.slice(1), [...acknowledged, "another"]])
      expect(await attempt(ticked)).toMatchObject(refused(/something is open that you didn’t tick/));
    expect((await read(FIRST)).current).toBeNull();
    const operationId = newId();
    unwrap(await signOffPeriod(operationId, { period: FIRST, seen, acknowledged }));
    const { rows } = await program.db.pool.query(
      "select body::jsonb -> 'after' ->> 'Acknowledged' as text from audit where operation_id = $1 and phase = 'finish'",
      [operationId],
    );
    expect(rows).toEqual([{ text: expect.stringMatching(/^In the file only, .*; The day opens/) }]);
  });

  it("of several days is refused unless each point that is open on one of them was ticked", async () => {
    await write(transaction("a"));
    await settle([settled("a"), settled("unknown")]);
    await settle([], SECOND);
    await reconcile();
    const { seen, acknowledged } = await seenOf(MONTH);
    expect(acknowledged).toHaveLength(4);
    for (const ticked of [[], acknowledged.slice(1)])
      expect(await signOffDays(newId(), { month: MONTH, seen, acknowledged: ticked })).toMatchObject(
        refused(/something is open that you didn’t tick/),
      );
    unwrap(await signOffDays(newId(), { month: MONTH, seen, acknowledged }));
  });

  it("of several days is refused if more exceptions are left than the month’s list has", async () => {
    const unknownRows = (date: IsoDate) =>
      Array.from({ length: 5_001 }, (_, index) =>
        settled(`unknown-${date}-${index}`, { at: `${date}T12:00:00` }),
      );
    await settle(unknownRows(FIRST), FIRST);
    await settle(unknownRows(SECOND), SECOND);
    await write(clearedTransaction("c", THIRD));
    await settle([settled("c", { at: `${THIRD}T12:00:00`, bill: 1250 })], THIRD);
    await reconcile();
    const { seen, evidence } = await read(MONTH);
    const acknowledged = openPointsOf(leftOfDays(evidence, [FIRST, SECOND, THIRD])).map(({ key }) => key);
    expect(acknowledged.join()).not.toContain("amount-differs");
    expect(await signOffDays(newId(), { month: MONTH, seen, acknowledged })).toMatchObject(
      refused(/No day of Oct 2026 can be signed off/),
    );
    expect((await read(THIRD)).current).toBeNull();
    expect((await read(MONTH)).signableDays).toEqual([]);
    unwrap(await signOff(FIRST));
  });

  it("follows the sequence of the days that have a file, and the month comes last", async () => {
    await settle([], FIRST);
    await settle([], "2026-10-04");
    await reconcile();
    expect(await signOff("2026-10-04")).toMatchObject(refused(/Sign off 1 Oct 2026 first/));
    unwrap(await signOff(FIRST));
    unwrap(await signOff("2026-10-04"));
    expect(await signOff(MONTH)).toMatchObject(refused(/no settlement file of 2 Oct 2026/));
    await settleMonth();
    expect(await signOff("2026-10-05")).toMatchObject(refused(/Sign off 2 Oct 2026 first/));
    expect(await signOff(MONTH)).toMatchObject(refused(/Sign off 2 Oct 2026 first/));
  });

  it("of a month is over all its days, and a day of it can only be reopened after it", async () => {
    await settleMonth();
    unwrap(await signDays());
    unwrap(await signOff(MONTH));
    expect((await read(MONTH)).current?.evidence).toMatchObject({
      days: 31,
      matched: 1,
      files: [{ type: "monthly", date: "2026-10-31" }],
    });
    const reopening = { period: SECOND, reason: "A refund is missing" };
    expect(await reopenPeriod(newId(), reopening)).toMatchObject(refused(/Reopen Oct 2026 first/));
    unwrap(await reopenPeriod(newId(), { ...reopening, period: MONTH }));
    unwrap(await reopenPeriod(newId(), reopening));
    expect(await read(SECOND)).toMatchObject({
      current: null,
      earlier: [{ reopened: { by: DEMO_PEOPLE.finance.name, reason: "A refund is missing" } }],
    });
    expect(await signOff(MONTH)).toMatchObject(refused(/Sign off 2 Oct 2026 first/));
    expect(await reopenPeriod(newId(), reopening)).toMatchObject(refused(/isn’t signed off/));
    unwrap(await signOff(SECOND));
    unwrap(await signOff(MONTH));
  }, 120_000);

  it.each(["manager", "support", "auditor"] as const)("is denied to %s", async (role) => {
    await program.as(role);
    expect(
      await signOffPeriod(newId(), { period: FIRST, seen: "0".repeat(64), acknowledged: [] }),
    ).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
  });

  it("can be seen by whoever reads the reconciliation, who can’t sign it", async () => {
    await settle([]);
    await reconcile();
    unwrap(await signOff(FIRST));
    await program.as("auditor");
    expect(await read(FIRST)).toMatchObject({
      canSign: false,
      canDownload: false,
      current: { person: DEMO_PEOPLE.finance.name },
    });
    await program.as("support");
    expect(await getSignOff({ period: FIRST })).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });
});

describe("the days of a month", () => {
  it("are signed off together, each with its own evidence and audit entry", async () => {
    await write(transaction("a"));
    await settle([settled("a", { bill: 1250 })]);
    await settle([], SECOND);
    await reconcile();
    unwrap(await signOff(FIRST));
    await write(transaction("a", { bill_amount: 11 }));
    await settle([], "2026-10-05");
    await reconcile();
    expect((await read(MONTH)).signableDays).toEqual([FIRST, SECOND, "2026-10-05"]);
    expect(await signDays()).toMatchObject({ ok: true, data: { days: 3 } });
    expect((await read(FIRST)).current).toMatchObject({
      person: DEMO_PEOPLE.finance.name,
      stale: null,
      evidence: { days: 1, rows: 1, exceptionsLeft: [{ difference: "1.50" }] },
    });
    expect((await read(SECOND)).current?.evidence).toMatchObject({ days: 1, rows: 0, exceptionsLeft: [] });
    const { rows } = await program.db.pool.query(
      `select action, body::jsonb ->> 'target' as target, body::jsonb -> 'actor' ->> 'name' as person from audit
       where phase <> 'begin' order by seq desc limit 4`,
    );
    const person = DEMO_PEOPLE.finance.name;
    expect(rows).toEqual([
      { action: "period.sign-off-days", target: MONTH, person },
      { action: "period.sign-off", target: "2026-10-05", person },
      { action: "period.sign-off", target: SECOND, person },
      { action: "period.sign-off", target: FIRST, person },
    ]);
    expect(await signDays()).toMatchObject(refused(/No day of Oct 2026 can be signed off now/));
  });

  it("are signed off up to the first that is still compared", async () => {
    for (const day of [FIRST, SECOND, "2026-10-03"]) await settle([], day);
    await reconcile();
    await write(clearedTransaction("b", SECOND));
    expect(await signDays()).toMatchObject({ ok: true, data: { days: 1 } });
    expect((await read(SECOND)).current).toBeNull();
    expect((await read("2026-10-03")).current).toBeNull();
  });

  it("aren’t signed off if one changed since the person saw them, or if each needs a second person", async () => {
    await settle([]);
    await reconcile();
    const seen = await seenOf(MONTH);
    await write(transaction("a"));
    await settle([settled("a")]);
    await reconcile();
    expect(await signOffDays(newId(), { month: MONTH, ...seen })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
    await switchOn({ includesDays: true });
    await program.as("finance");
    expect((await read(MONTH)).signableDays).toEqual([]);
    expect(await signDays()).toMatchObject(refused(/one by one/));
    expect((await read(FIRST)).current).toBeNull();
  });

  it("are denied to whoever can’t sign one", async () => {
    await program.as("manager");
    expect(
      await signOffDays(newId(), { month: MONTH, seen: "0".repeat(64), acknowledged: [] }),
    ).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
  });
});

async function resolve(transactionId: string): Promise<string> {
  const { rows: items } = await program.db.pool.query(
    "select id, version from reconciliation_exceptions where transaction_id = $1",
    [transactionId],
  );
  const change = { state: "resolved", reason: "our-error", note: "" } as const;
  return unwrap(await setExceptionState(newId(), { scope: { items }, change })).batchId;
}

describe("a sign-off is stale", () => {
  const staleOf = async (period: string) => (await read(period)).current?.stale?.changes ?? null;
  const notices = async () => {
    await program.as("finance");
    return unwrap(await getNotifications({})).items.map(({ title, href }) => [title, href]);
  };

  it("if its file is replaced: both hashes are named, the audit log says so, and it is told once", async () => {
    await write(transaction("a"), transaction("b"));
    await settle([settled("a")]);
    await settle([settled("b", { at: `${SECOND}T09:00:00` })], SECOND);
    await reconcile();
    unwrap(await signOff(FIRST));
    const [before] = (await read(FIRST)).current?.evidence.files ?? [];
    await settle([settled("a")]);
    await reconcile();
    expect(await staleOf(FIRST)).toBeNull();
    await settle([settled("a", { fees: 10 })]);
    await reconcile();
    const { evidence, obstacle } = await read(FIRST);
    expect(await staleOf(FIRST)).toMatchObject([
      {
        name: "Daily settlement, 1 Oct 2026",
        before: `SHA-256 ${before?.sha256}`,
        after: `SHA-256 ${evidence.files[0]?.sha256}`,
      },
      {
        name: "Clearings in USD",
        before: "1 row, billed USD 10.00, fees USD 0.00, effect USD -10.00",
        after: "1 row, billed USD 10.00, fees USD 0.10, effect USD -9.90",
      },
    ]);
    expect(obstacle).toBeNull();
    const told = [
      "1 Oct 2026 changed since it was signed off: Daily settlement, 1 Oct 2026",
      `/reconciliation/${FIRST}`,
    ];
    expect(await notices()).toEqual([told]);
    const { rows } = await program.db.pool.query(
      `select body::jsonb ->> 'message' as message, body::jsonb -> 'actor' as actor from audit
       where action = 'period.stale' order by seq desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ actor: null, message: expect.stringContaining(before?.sha256 ?? "-") });
    await settle([settled("a", { fees: 20 })]);
    await reconcile();
    expect(await notices()).toEqual([told]);
  });

  it("if a transaction behind it changes, with what it was before", async () => {
    await write(transaction("a"), transaction("b"));
    await settle([settled("a"), settled("b")]);
    await reconcile();
    unwrap(await signOff(FIRST));
    await write(transaction("b", { bill_amount: 12 }));
    await reconcile();
    expect(await staleOf(FIRST)).toEqual([
      { name: "Matched rows", before: "2", after: "1" },
      { name: "Settled by our records in USD", before: "USD 20", after: "USD 22" },
      {
        name: "Exception “Amount differs” (transaction b, 1 Oct 2026)",
        before: null,
        after: "USD -2.00",
      },
    ]);
    // It changed back, and a person has to look at it all the same.
    await write(transaction("b"));
    await reconcile();
    expect(await staleOf(FIRST)).toHaveLength(3);
    unwrap(await signOff(FIRST));
    const { current, earlier } = await read(FIRST);
    expect(current?.stale).toBeNull();
    expect(earlier).toMatchObject([{ reopened: { reason: "Signed off again" } }]);
  });

  it("if exceptions that it saw resolved are open again, but not if one that it saw is resolved", async () => {
    await write(transaction("a"), transaction("b"));
    await settle([settled("a", { bill: 1250 }), settled("b", { bill: 1100 })]);
    await reconcile();
    const batchId = await resolve("a");
    unwrap(await signOff(FIRST));
    await resolve("b");
    await settle([], SECOND);
    await reconcile();
    expect((await read(FIRST)).evidence.exceptionsLeft).toEqual([]);
    expect(await staleOf(FIRST)).toBeNull();
    unwrap(await undoExceptions(newId(), { batchId }));
    await reconcile();
    expect(await staleOf(FIRST)).toEqual([
      { name: "Exception “Amount differs” (transaction a, 1 Oct 2026)", before: null, after: "USD 2.50" },
    ]);
  });

  it("if a new mapping finds other fees in the same file", async () => {
    await write(transaction("a"));
    const content = [
      "occurred_at,event,transaction_id,bill_amount,bill_currency,cardholder_fees,surcharge,effect",
      `${FIRST}T12:00:00+0000,CLEARING,a,10.00,USD,1.00,3.75,-9.00`,
    ].join("\n");
    await storeReport(program.db.pool, { type: "daily", date: FIRST, content });
    await reconcile();
    unwrap(await signOff(FIRST));
    unwrap(await mapColumns("surcharge"));
    await reconcile();
    expect(await staleOf(FIRST)).toMatchObject([
      { name: "Clearings in USD", after: "1 row, billed USD 10.00, fees USD 3.75, effect USD -9.00" },
      { name: "Each effect is the billed amount minus fees (1 Oct 2026, USD)", after: "differs" },
    ]);
  });

  it("of a month with its own checks, and if one of its own files is new", async () => {
    await write(transaction("a"));
    for (let day = 1; day <= 31; day += 1)
      await settle(day === 1 ? [settled("a")] : [], `2026-10-${String(day).padStart(2, "0")}`);
    const monthly = (type: string, content: string) =>
      storeReport(program.db.pool, { type, date: "2026-10-31", content });
    await monthly("monthly", settlementCsv(100_000, [settled("a", { bill: 1500 })]));
    await reconcile();
    unwrap(await signDays());
    unwrap(await signOff(MONTH));
    expect((await read(MONTH)).current?.evidence.checks).toContainEqual({
      name: "month-sum",
      day: null,
      currency: "USD",
      outcome: "explained",
    });
    await monthly(
      "monthlyTransactionFees",
      `charged_at,item,transaction_id,fee_amount,fee_currency\n${FIRST}T12:00:00+0000,CLEARING,a,9.00,USD\n`,
    );
    await reconcile();
    expect(await staleOf(MONTH)).toMatchObject([
      { name: expect.stringMatching(/^Monthly transaction fees/) },
    ]);
    expect(await staleOf(FIRST)).toBeNull();
    unwrap(await signOff(MONTH));
    await reconcile();
    expect(await staleOf(MONTH)).toBeNull();
  }, 120_000);

  it("not because its files, or those of the day before, were deleted at the end of their retention", async () => {
    await write(transaction("a"), clearedTransaction("b", SECOND));
    const { reportId } = await settle([settled("a")]);
    await settle([settled("b", { at: `${SECOND}T12:00:00` })], SECOND);
    await reconcile();
    unwrap(await signDays());
    Object.assign(env().retentionDays, { reports: 365 });
    await program.db.pool.query(
      "update report_requests set state_since = now() - interval '366 days' where id = $1",
      [reportId],
    );
    await applyRetention();
    await program.db.pool.query("insert into reconciliation_changes (day) values ($1)", [SECOND]);
    await reconcile();
    expect((await read(SECOND)).evidence.checks).toContainEqual(
      expect.objectContaining({ name: "opening", outcome: "unknown" }),
    );
    expect(await staleOf(FIRST)).toBeNull();
    expect(await staleOf(SECOND)).toBeNull();
  });

  it("or over what is compared now, whenever a comparison finishes", async () => {
    await write(transaction("a"));
    await settle([settled("a")]);
    await reconcile();
    for (let round = 1; round <= 6; round += 1) {
      const seen = await seenOf(FIRST);
      await Promise.all([
        write(transaction("a", { bill_amount: 10 + (round % 2) })).then(reconcile),
        signOffPeriod(newId(), { period: FIRST, ...seen }),
      ]);
      await reconcile();
      const { current, evidence } = await read(FIRST);
      if (current && !current.stale) expect(current.evidence).toEqual(evidence);
      else unwrap(await signOff(FIRST));
    }
  });

  it("because the file that its day opens from was replaced, even if days without rows are between", async () => {
    await write(transaction("a"), clearedTransaction("b", THIRD));
    await settle([settled("a")]);
    await settle([], SECOND);
    const third = settlementCsv(99_000, [settled("b", { at: `${THIRD}T12:00:00` })]);
    await storeReport(program.db.pool, { type: "daily", date: THIRD, content: third });
    await reconcile();
    unwrap(await signDays());
    const first = settlementCsv(90_000, [settled("a")]);
    await storeReport(program.db.pool, { type: "daily", date: FIRST, content: first });
    await reconcile();
    expect(await staleOf(THIRD)).toEqual([
      { name: expect.stringContaining("opens where"), before: null, after: "differs" },
    ]);
  });

  it("with its month, which then waits for the day", async () => {
    await settleMonth();
    unwrap(await signDays());
    unwrap(await signOff(MONTH));
    await write(transaction("a", { bill_amount: 11 }));
    await reconcile();
    expect(await staleOf(FIRST)).not.toBeNull();
    expect(await staleOf(MONTH)).toMatchObject([
      { name: "Matched rows", before: "1", after: "0" },
      {},
      { name: expect.stringContaining("Amount differs") },
    ]);
    expect(await staleOf(SECOND)).toBeNull();
    expect(await signOff(MONTH)).toMatchObject(refused(/1 Oct 2026 changed since it was signed off/));
    unwrap(await signOff(FIRST));
    unwrap(await signOff(MONTH));
    expect(await staleOf(MONTH)).toBeNull();
  }, 120_000);

  it("if its new file isn’t understood", async () => {
    await settle([]);
    await reconcile();
    unwrap(await signOff(FIRST));
    await storeReport(program.db.pool, { type: "daily", date: FIRST, content: "what,is,this\n1,2,3\n" });
    await reconcile();
    expect(await staleOf(FIRST)).toMatchObject([
      { name: "Daily settlement, 1 Oct 2026", after: null },
      { name: "Days compared", before: "1", after: "0" },
    ]);
    expect(await signOff(FIRST)).toMatchObject(refused(/isn’t understood/));
  });

  it("not because an exception that was a matter of timing is settled by a later file", async () => {
    await writeTransactions([transaction("late")], {
      requestedAt: new Date(`${SECOND}T12:00:00Z`),
      walk: null,
    });
    await settle([]);
    await settle([], SECOND);
    await reconcile();
    await program.db.pool.query(
      "update reconciliation_exceptions set state = 'explained', reason = 'timing', version = version + 1",
    );
    unwrap(await signOff(FIRST));
    expect((await read(FIRST)).current?.evidence.exceptionsLeft).toHaveLength(1);
    await settle([settled("late", { at: `${SECOND}T09:00:00` })], SECOND);
    await reconcile();
    expect((await read(FIRST)).evidence.exceptionsLeft).toEqual([]);
    expect(await staleOf(FIRST)).toBeNull();
  });

  it("not because an exception that a person resolved since is settled by a later file", async () => {
    await writeTransactions([transaction("late")], {
      requestedAt: new Date(`${SECOND}T12:00:00Z`),
      walk: null,
    });
    await settle([]);
    await settle([], SECOND);
    await reconcile();
    unwrap(await signOff(FIRST));
    await resolve("late");
    await settle([settled("late", { at: `${SECOND}T09:00:00` })], SECOND);
    await reconcile();
    expect(await staleOf(FIRST)).toBeNull();
  });
});

describe("two people", () => {
  const REASON = { reason: "October is complete" };

  async function request(period = FIRST): Promise<string> {
    return requestedId(await signOffPeriod(newId(), { period, ...(await seenOf(period)) }, REASON));
  }

  async function approve(requestId: string) {
    const { waiting } = await read(FIRST);
    const seen = waiting?.version ?? "0".repeat(64);
    return decideSignOff(newId(), {
      decision: "approve",
      requestId,
      seen,
      comment: "",
      acknowledgesSameDevice: false,
    });
  }

  async function secondFinance(): Promise<void> {
    await program.db.pool.query(
      "update people set role = 'finance' where email = 'second-admin@cardwell.test'",
    );
    await program.as("second-admin");
  }

  beforeEach(async () => {
    await write(transaction("a"));
    await settle([settled("a")]);
    await reconcile();
  });
  afterAll(() =>
    program.db.pool.query("update people set role = 'admin' where email = 'second-admin@cardwell.test'"),
  );

  it("are needed for a month, and for a day only if the policy says so", async () => {
    await switchOn();
    unwrap(await signOff(FIRST));
    unwrap(await reopenPeriod(newId(), { period: FIRST, reason: "Once more" }));
    await switchOn({ includesDays: true });
    expect(await signOff(FIRST)).toMatchObject({ ok: false, error: { code: "approval-required" } });
    expect((await read(FIRST)).need).toMatchObject({ canActAlone: false });
    await settleMonth();
    await switchOn();
    unwrap(await signDays());
    expect(await signOff(MONTH)).toMatchObject({ ok: false, error: { code: "approval-required" } });
  }, 120_000);

  it("sign it together: the second is kept, and is never the first", async () => {
    await switchOn({ includesDays: true });
    const requestId = await request();
    expect((await read(FIRST)).waiting).toMatchObject({ isMine: true, canDecide: false });
    expect(await approve(requestId)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    await secondFinance();
    expect(unwrap(await getNotifications({})).items).toMatchObject([
      { title: expect.stringContaining("Sign off 1 Oct 2026"), href: `/reconciliation/${FIRST}` },
    ]);
    const { waiting } = await read(FIRST);
    expect(waiting).toMatchObject({
      canDecide: true,
      reason: REASON.reason,
      review: {
        title: "Sign off 1 Oct 2026",
        facts: expect.arrayContaining([{ name: "Files", value: "1 file" }]),
      },
    });
    unwrap(await approve(requestId));
    expect(await read(FIRST)).toMatchObject({
      waiting: null,
      current: { id: requestId, person: DEMO_PEOPLE.finance.name, secondPerson: "Olu Adeyemi" },
    });
    expect(await program.entriesOf(requestId)).toMatchObject([
      { action: "approval.request" },
      { action: "period.sign-off", message: expect.stringContaining("approved by Olu Adeyemi") },
      { action: "period.sign-off" },
    ]);
  });

  it("can be a finance and an admin, who decides with all other requests, but not a manager", async () => {
    await switchOn({ includesDays: true });
    const requestId = await request();
    await program.as("manager");
    expect(unwrap(await getApprovals({ list: "waiting" })).items).toEqual([]);
    const approval = { requestId, seen: "0".repeat(64), comment: "", acknowledgesSameDevice: false };
    expect(await approveRequest(newId(), approval)).toMatchObject({ ok: false });
    expect(await decideSignOff(newId(), { ...approval, decision: "approve" })).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
    await program.as("admin");
    const { version } = unwrap(await getApproval({ requestId }));
    unwrap(await approveRequest(newId(), { ...approval, seen: version ?? "" }));
    expect((await read(FIRST)).current?.secondPerson).toBe(DEMO_PEOPLE.admin.name);
  });

  it("are told that a request is void because its period changed since", async () => {
    await switchOn({ includesDays: true });
    const requestId = await request();
    await approvalsJob.run({});
    expect(await program.readRequest(requestId)).toMatchObject({ state: "waiting" });
    await write(transaction("b"));
    await settle([settled("a"), settled("b", { bill: 1100 })]);
    await reconcile();
    await approvalsJob.run({});
    expect(await program.readRequest(requestId)).toMatchObject({ state: "void" });
    expect(await program.notificationsOf(DEMO_PEOPLE.finance.email)).toContainEqual(
      expect.stringMatching(
        /“Sign off 1 Oct 2026” is void. 1 Oct 2026 changed since the request. It wasn’t carried out./,
      ),
    );
    expect((await read(FIRST)).waiting).toBeNull();
  });

  it("sign nothing if it changed since the request", async () => {
    await switchOn({ includesDays: true });
    const requestId = await request();
    await write(transaction("a", { bill_amount: 11 }));
    await reconcile();
    await secondFinance();
    const { waiting } = await read(FIRST);
    expect(waiting).toMatchObject({ version: null, problem: expect.stringContaining("changed since") });
    expect(await approve(requestId)).toMatchObject({ ok: false, error: { code: "conflict" } });
    unwrap(await decideSignOff(newId(), { decision: "decline", requestId, comment: "Look again" }));
    expect((await read(FIRST)).current).toBeNull();
    await program.as("finance");
    const again = await request();
    unwrap(await decideSignOff(newId(), { decision: "withdraw", requestId: again }));
    expect((await read(FIRST)).waiting).toBeNull();
  });

  it("don’t invite each other", async () => {
    const invitation = { name: "Eve", email: "eve@cardwell.test", role: "finance" } as const;
    await program.setPolicies(["sign-off"]);
    await program.as("admin");
    expect(await invitePerson(newId(), invitation)).toMatchObject(refused(/needs a second person/));
    await program.setPolicies(["role"]);
    unwrap(await invitePerson(newId(), invitation));
  });

  it("decide on nothing else there", async () => {
    await program.setPolicies(["block"]);
    const card = await program.issueCard();
    const requestId = await program.requestBlock(card.id);
    await program.as("admin");
    expect(await decideSignOff(newId(), { decision: "decline", requestId, comment: "No" })).toMatchObject({
      ok: false,
      error: { code: "not-found" },
    });
  });
});
