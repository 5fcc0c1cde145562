import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addExceptionRule } from "@/lib/actions/add-exception-rule";
import { assignExceptions } from "@/lib/actions/assign-exceptions";
import { endExceptionRule } from "@/lib/actions/end-exception-rule";
import { setExceptionState } from "@/lib/actions/set-exception-state";
import { undoExceptions } from "@/lib/actions/undo-exceptions";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { reencryptBatch } from "@/lib/db/reencrypt-columns";
import { SEALED_COLUMNS } from "@/lib/db/sealed-columns";
import type { Role } from "@/lib/domain/people/permissions";
import type { ReconciliationException } from "@/lib/domain/reconciliation/exception";
import type { ExceptionFilter, ExceptionScope } from "@/lib/domain/reconciliation/exception-work";
import type { Result } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import {
  getException,
  getExceptionFacets,
  getExceptionRules,
  getExceptionsOf,
} from "@/lib/queries/exceptions";
import { exportExceptions } from "@/lib/queries/exceptions-export";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { clearedTransaction, clearReconciliation, settlementCsv, storeReport } from "@/testing/settlements";
import { signInAs } from "@/testing/sign-in-as";
import { listExceptions, readSeen } from "./list-exceptions";
import { reconcile } from "./reconcile";

const DAY = "2026-10-05";
let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(async () => {
  await clearReconciliation(db.pool);
  await signInAs("finance");
});

const personId = async (role: Role) => (await findPersonByEmail(db.pool, DEMO_PEOPLE[role].email))?.id ?? "";

/** Rows that only the file has, in cents. */
async function settleUnknown(bills: Record<string, number>): Promise<void> {
  const rows = Object.entries(bills).map(([id, bill]) => ({ id, at: `${DAY}T12:00:00`, bill }));
  await storeReport(db.pool, { type: "daily", date: DAY, content: settlementCsv(100_000, rows) });
  await reconcile();
}

const ALL: ExceptionFilter = {
  search: "",
  from: null,
  to: null,
  kind: [],
  state: [],
  owner: null,
  currency: null,
};
const FILE_ONLY = { kind: "file-only", currency: null, merchant: null, maxDifference: null } as const;
const TIMING = { state: "explained", reason: "timing", note: "They clear on the 2nd" } as const;

const list = async (filter: Partial<ExceptionFilter> = {}) =>
  (
    await listExceptions({
      filter: { ...ALL, ...filter },
      sort: { by: "difference", direction: "asc" },
      limit: 100,
    })
  ).rows;

const states = async () =>
  (await list()).map(({ transactionId, state, reason, owner }) =>
    [transactionId, state, reason, owner?.name].filter(Boolean).join(" "),
  );

const selected = (rows: readonly ReconciliationException[]): ExceptionScope => ({
  items: rows.map(({ id, version }) => ({ id, version })),
});

const explain = (scope: ExceptionScope, change: Parameters<typeof setExceptionState>[1]["change"] = TIMING) =>
  setExceptionState(randomUUID(), { scope, change });

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const lastAudit = async (action: string) => (await listAudit({ action }, { limit: 1 })).rows[0];

describe("the list of exceptions", () => {
  it("has the row, both values, and the exact difference, page by page in each direction", async () => {
    await writeTransactions(
      [
        {
          id: "known",
          external_transaction_id: "ext",
          card_id: "card-1",
          bill_amount: 10,
          bill_currency: "USD",
          cardholder_name: "Ada Lovelace",
          amount: "10.00",
          currency: "USD",
          status: "CLEARED",
          created: `${DAY}T08:00:00+0000`,
        },
      ],
      { requestedAt: new Date(`${DAY}T23:00:00Z`), walk: null },
    );
    await settleUnknown({ known: 1250, a: 100, b: 200, c: 300 });
    expect(await list({ search: "know" })).toMatchObject([
      {
        ...{ kind: "amount-differs", day: DAY, transactionId: "known", cardId: "card-1", rowNumber: 0 },
        ...{ field: "Billed amount", ours: "10", theirs: "12.50", difference: "2.50", currency: "USD" },
        valueCurrency: "USD",
        report: { id: expect.any(String), type: "daily", date: DAY },
        ...{ merchant: "Kaffeehaus", state: "open", owner: null, version: 1 },
      },
    ]);
    for (const by of ["day", "kind", "difference", "state", "found"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const ids: (string | null)[] = [];
        let after: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof listExceptions>> = await listExceptions({
            filter: ALL,
            sort: { by, direction },
            after,
            limit: 1,
          });
          ids.push(...page.rows.map(({ transactionId }) => transactionId));
          after = page.next;
        } while (after);
        expect(ids.toSorted()).toEqual(["a", "b", "c", "known"]);
      }
    }
    const forged = Buffer.from(JSON.stringify(["x", "2026-10-05T00:00:00Z", "y"])).toString("base64url");
    expect(
      await listExceptions({ filter: ALL, sort: { by: "day", direction: "asc" }, after: forged, limit: 9 }),
    ).toMatchObject({ rows: { length: 4 } });
  });

  it("finds by kind, state, owner, day, currency, and transaction", async () => {
    await settleUnknown({ a: 100, b: 200 });
    const [a] = await list();
    dataOf(
      await assignExceptions(randomUUID(), {
        scope: selected(a ? [a] : []),
        ownerId: await personId("admin"),
      }),
    );
    const found = async (filter: Partial<ExceptionFilter>) =>
      (await list(filter)).map(({ transactionId }) => transactionId).join();
    expect(await found({ owner: await personId("admin") })).toBe("a");
    expect(await found({ owner: "none" })).toBe("b");
    expect(await found({ search: "b" })).toBe("b");
    expect(await found({ kind: ["twice"] })).toBe("");
    expect(await found({ state: ["open", "waiting"], currency: "USD", from: DAY, to: DAY })).toBe("a,b");
    expect(await found({ currency: "EUR" })).toBe("");
    expect(await found({ to: "2026-10-04" })).toBe("");
  });

  it("is exported with exact decimals, and the export is audited", async () => {
    await writeTransactions([clearedTransaction("known", DAY, { bill_amount: 28.9 })], {
      requestedAt: new Date(`${DAY}T23:00:00Z`),
      walk: null,
    });
    await settleUnknown({ "=a": 10_000_000_001, known: 2391 });
    const response = await exportExceptions(
      new Request("http://localhost/api/reconciliation/exceptions/export?format=csv&state=open"),
    );
    const text = await response.text();
    expect(text).toContain("exception_id,day,kind,transaction_id");
    expect(text).toContain("In the file only");
    expect(text).toContain("100000000.01,USD,Open");
    expect(text).toContain("Billed amount,28.90,23.91,-4.99,USD,Open");
    expect(await lastAudit("exceptions.export")).toMatchObject({ outcome: "succeeded" });
  });

  it("adds up a period by kind, state, and currency", async () => {
    await settleUnknown({ a: 10, b: 20, c: 30 });
    const [a] = await list();
    dataOf(await explain(selected(a ? [a] : [])));
    expect(dataOf(await getExceptionsOf({ from: DAY, to: DAY }))).toEqual({
      total: 3,
      unfinished: 2,
      byKind: [
        { kind: "file-only", state: "explained", count: 1 },
        { kind: "file-only", state: "open", count: 2 },
      ],
      sums: [
        { currency: "USD", state: "explained", count: 1, difference: "0.10" },
        { currency: "USD", state: "open", count: 2, difference: "0.50" },
      ],
    });
    expect(dataOf(await getExceptionsOf({ from: "2026-11-01", to: "2026-11-30" }))).toMatchObject({
      total: 0,
    });
  });
});

describe("a change of many exceptions", () => {
  it("skips what changed since, never stops the rest, and adds up", async () => {
    await settleUnknown({ a: 100, b: 200, c: 300, d: 400 });
    const rows = await list();
    const [a, b] = rows;
    if (!a || !b) throw new Error("No exceptions");
    dataOf(await explain(selected([b]), { state: "waiting", reason: null, note: "Asked them" }));
    dataOf(await explain(selected([a])));
    const scope = {
      items: [
        ...rows.map(({ id, version }) => ({ id, version: id === a.id ? version + 1 : version })),
        { id: randomUUID(), version: 1 },
      ],
    };
    expect(dataOf(await explain(scope))).toMatchObject({
      changed: 2,
      skipped: { changed: 1, missing: 1, same: 1 },
    });
    expect(await states()).toEqual([
      "a explained timing",
      "b waiting",
      "c explained timing",
      "d explained timing",
    ]);
    const entry = await lastAudit("exception.state");
    expect(entry).toMatchObject({
      before: [
        { state: "explained", reason: "timing", exceptions: 1 },
        { state: "open", exceptions: 2 },
        { state: "waiting", exceptions: 1 },
      ],
      after: { state: "explained", changed: 2 },
    });
  });

  it("changes all that match only if they are the ones that were confirmed", async () => {
    await settleUnknown({ a: 100, b: 200 });
    const filter: ExceptionFilter = { ...ALL, state: ["open"] };
    const seen = await readSeen(filter);
    expect(seen.count).toBe(2);
    await settleUnknown({ a: 100, b: 200, c: 300 });
    expect(await explain({ filter, seen })).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await states()).toEqual(["a open", "b open", "c open"]);
    // As many, but not the same ones.
    const three = await readSeen(filter);
    const [a] = await list();
    dataOf(
      await assignExceptions(randomUUID(), {
        scope: selected(a ? [a] : []),
        ownerId: await personId("finance"),
      }),
    );
    expect(await explain({ filter, seen: three })).toMatchObject({ error: { code: "conflict" } });
    expect(dataOf(await explain({ filter, seen: await readSeen(filter) }))).toMatchObject({
      changed: 3,
      skipped: {},
    });
  });

  it("refuses a scope that is missing or incomplete, instead of changing everything", async () => {
    await settleUnknown({ a: 100 });
    const seen = await readSeen(ALL);
    const { state: _, ...incomplete } = ALL;
    for (const scope of [
      undefined,
      {},
      { items: [] },
      { filter: {}, seen },
      { filter: incomplete, seen },
      { filter: ALL },
    ])
      expect(await explain(scope as never)).toMatchObject({ error: { code: "invalid" } });
    expect(
      await explain({ filter: ALL, seen }, { state: "explained", reason: null, note: "" }),
    ).toMatchObject({
      error: { code: "invalid" },
    });
    expect(await states()).toEqual(["a open"]);
  });

  it("is undone as a batch of its own that skips what changed since, and can be undone again", async () => {
    await settleUnknown({ a: 100, b: 200 });
    const { batchId } = dataOf(await explain(selected(await list())));
    const [a] = await list();
    if (!a) throw new Error("No exceptions");
    dataOf(await explain(selected([a]), { state: "resolved", reason: "fee", note: "" }));
    const undone = dataOf(await undoExceptions(randomUUID(), { batchId }));
    expect(undone).toMatchObject({ changed: 1, skipped: { changed: 1 } });
    expect(await states()).toEqual(["a resolved fee", "b open"]);
    expect(dataOf(await undoExceptions(randomUUID(), { batchId }))).toMatchObject({ changed: 0 });
    dataOf(await undoExceptions(randomUUID(), { batchId: undone.batchId }));
    expect(await states()).toEqual(["a resolved fee", "b explained timing"]);
    expect(await undoExceptions(randomUUID(), { batchId: randomUUID() })).toMatchObject({
      error: { code: "not-found" },
    });
    const { history } = dataOf(await getException({ id: a.id }));
    expect(history.map(({ person, message, batch }) => [person, message, batch?.size ?? 0])).toEqual([
      ["Tomasz Lis", "Resolved: Fee", 1],
      ["Tomasz Lis", "Explained: Timing. They clear on the 2nd", 0],
      [null, "Found", 0],
    ]);
  });

  it("leaves alone what resolved itself", async () => {
    await settleUnknown({ a: 100, b: 200 });
    await settleUnknown({ b: 200 });
    const rows = await list();
    expect(dataOf(await explain(selected(rows)))).toMatchObject({ changed: 1, skipped: { resolved: 1 } });
    expect(await states()).toEqual(["a resolved", "b explained timing"]);
  });

  it("notices that what a person resolved is gone, and opens it if it is found again", async () => {
    await settleUnknown({ a: 100, b: 200 });
    dataOf(await explain(selected(await list()), { state: "resolved", reason: "fee", note: "" }));
    await settleUnknown({ b: 200 });
    expect((await list()).map(({ state, isResolvedByItself }) => [state, isResolvedByItself])).toEqual([
      ["resolved", true],
      ["resolved", false],
    ]);
    expect(dataOf(await explain(selected(await list())))).toMatchObject({
      changed: 1,
      skipped: { resolved: 1 },
    });
    await settleUnknown({ a: 100, b: 200 });
    expect(await states()).toEqual(["a open fee", "b explained timing"]);
  });

  it("explains no gap between balances with a row that a person resolved and that is gone", async () => {
    const write = (id: string, day: string, status: "CLEARED" | "REVERSED" = "CLEARED") =>
      writeTransactions([clearedTransaction(id, day, { status })], {
        requestedAt: new Date(`${DAY}T23:00:00Z`),
        walk: null,
      });
    const store = (date: string, content: string) => storeReport(db.pool, { type: "daily", date, content });
    const balances = async () => {
      const { rows } = await db.pool.query(
        `select c.outcome from reconciliation_days, jsonb_to_recordset(result -> 'checks') as c (name text, outcome text)
         where day = $1 and c.name = 'balances'`,
        [DAY],
      );
      return rows[0]?.outcome;
    };
    await write("missing", "2026-10-04");
    for (const id of ["a", "b"]) await write(id, DAY);
    const rows = ["a", "missing", "b"].map((id) => ({ id, at: `${DAY}T12:00:00`, bill: 1000 }));
    const lines = settlementCsv(100_000, rows).split("\n");
    await store("2026-10-04", settlementCsv(100_000, []));
    await store(DAY, lines.toSpliced(2, 1).join("\n"));
    await reconcile();
    expect(await balances()).toBe("explained");
    dataOf(await explain(selected(await list()), { state: "resolved", reason: "fee", note: "" }));
    await write("missing", "2026-10-04", "REVERSED");
    await reconcile();
    expect(await balances()).toBe("differs");
  });

  it("assigns only people who are active and may work on exceptions", async () => {
    await settleUnknown({ a: 100 });
    const assign = async (ownerId: string | null) =>
      assignExceptions(randomUUID(), { scope: selected(await list()), ownerId });
    expect(await assign(await personId("manager"))).toMatchObject({ error: { code: "refused" } });
    expect(await assign(randomUUID())).toMatchObject({ error: { code: "refused" } });
    dataOf(await assign(await personId("admin")));
    expect(await states()).toEqual(["a open Ines Duarte"]);
    expect(dataOf(await getExceptionFacets({})).owners.map(({ name }) => name)).toEqual([
      "Ines Duarte",
      "Tomasz Lis",
    ]);
    await db.pool.query("update people set state = 'disabled' where id = $1", [await personId("admin")]);
    try {
      expect(await assign(await personId("admin"))).toMatchObject({ error: { code: "refused" } });
      const { batchId } = dataOf(await assign(null));
      expect(await states()).toEqual(["a open"]);
      dataOf(await undoExceptions(randomUUID(), { batchId }));
      expect(await states()).toEqual(["a open"]);
    } finally {
      await db.pool.query("update people set state = 'active' where id = $1", [await personId("admin")]);
    }
  });

  it("is only for those who may work on exceptions", async () => {
    await settleUnknown({ a: 100 });
    const scope = selected(await list());
    for (const role of ["manager", "auditor", "support"] as const) {
      await signInAs(role);
      expect(await explain(scope)).toMatchObject({ error: { code: "forbidden" } });
    }
    expect(await states()).toEqual(["a open"]);
  });
});

describe("what people type", () => {
  const TYPED = "Ada Lovelace called";
  const NEW_SECRET = "a new secret, long enough to be one";
  let original: string;
  beforeEach(() => {
    original = env().authSecret;
  });
  afterEach(() => useSecrets(original));

  /** As in a copy of the database. */
  async function stored(): Promise<string> {
    const tables = ["_rules", "_exceptions", "_exception_history"].map((end) => `reconciliation${end}`);
    const rows = [...tables, "audit", "operations"].map((table) => `select t::text from ${table} t`);
    return JSON.stringify((await db.pool.query(rows.join(" union all "))).rows);
  }

  const reencryptAll = async () => {
    for (const column of SEALED_COLUMNS) while (await reencryptBatch(db.pool, column, 3600));
  };

  it("is encrypted, can be read and undone after a change of the secret, and isn’t in the audit log", async () => {
    await settleUnknown({ a: 100, b: 200 });
    const filter: ExceptionFilter = { ...ALL, search: "a" };
    const noted = { ...TIMING, note: TYPED };
    dataOf(await explain({ filter, seen: await readSeen(filter) }, noted));
    const rule = { conditions: FILE_ONLY, reason: "fee", note: `${TYPED} twice`, seen: 1 } as const;
    dataOf(await addExceptionRule(randomUUID(), rule));
    const [a] = await list();
    const { batchId } = dataOf(await explain(selected(a ? [a] : []), { ...TIMING, note: "Nothing" }));
    expect(await stored()).not.toContain(TYPED);

    useSecrets(NEW_SECRET, [original]);
    await reencryptAll();
    useSecrets(NEW_SECRET);
    await signInAs("finance");
    dataOf(await undoExceptions(randomUUID(), { batchId }));
    expect((await list()).map(({ note }) => note)).toEqual([TYPED, `${TYPED} twice`]);
    expect(dataOf(await getExceptionRules({}))).toMatchObject([{ note: `${TYPED} twice` }]);
    const { history } = dataOf(await getException({ id: a?.id ?? "" }));
    expect(history.map(({ message }) => message)).toEqual([
      "Change undone",
      "Explained: Timing. Nothing",
      `Explained: Timing. ${TYPED}`,
      "Found",
    ]);
  });

  it("is no change if it is the same", async () => {
    await settleUnknown({ a: 100 });
    dataOf(await explain(selected(await list())));
    expect(dataOf(await explain(selected(await list())))).toMatchObject({ changed: 0, skipped: { same: 1 } });
  });

  it("isn’t in the audit log if it was searched for", async () => {
    await settleUnknown({ a: 100 });
    const filter: ExceptionFilter = { ...ALL, search: TYPED };
    expect(await explain({ filter, seen: { count: 1, fingerprint: "1" } })).toMatchObject({ ok: false });
    expect(await stored()).not.toContain(TYPED);
  });
});

describe("a rule", () => {
  const addRule = (conditions: object, seen: number) =>
    addExceptionRule(randomUUID(), {
      conditions: { ...FILE_ONLY, ...conditions },
      reason: "fee",
      note: "Known",
      seen,
    });

  it("explains open exceptions at once, if they are as many as the preview, and new ones later", async () => {
    await settleUnknown({ a: 100, b: 500 });
    expect(await addRule({ currency: "USD", maxDifference: "2" }, 2)).toMatchObject({
      error: { code: "conflict" },
    });
    expect(dataOf(await getExceptionRules({}))).toEqual([]);
    const { explained } = dataOf(await addRule({ currency: "USD", maxDifference: "2" }, 1));
    expect(explained).toBe(1);
    await settleUnknown({ a: 100, b: 500, c: 200, d: 201 });
    expect(await states()).toEqual(["a explained fee", "c explained fee", "d open", "b open"]);
    expect(dataOf(await getExceptionRules({}))).toMatchObject([
      { kind: "file-only", maxDifference: "2", person: "Tomasz Lis", explained: 2, ended: null },
    ]);
  });

  it.each([
    [{ merchant: "kaffeehaus" }, 1],
    [{ merchant: "Bäckerei" }, 0],
    [{ currency: "EUR" }, 0],
    [{ kind: "twice" }, 0],
    [{}, 1],
  ])("fits by its conditions: %j", async (conditions, count) => {
    await settleUnknown({ a: 100 });
    expect(dataOf(await addRule(conditions, count)).explained).toBe(count);
  });

  it("is always listed while it is active, so there can be a hundred", async () => {
    dataOf(await addRule({}, 0));
    await db.pool.query(
      `insert into reconciliation_rules (id, kind, reason, note, person_id)
       select gen_random_uuid(), 'twice', reason, note, person_id from reconciliation_rules, generate_series(1, 99)`,
    );
    expect(await addRule({}, 0)).toMatchObject({ error: { message: expect.stringMatching(/^At most 100/) } });
    const rules = dataOf(await getExceptionRules({}));
    expect(rules).toHaveLength(100);
    expect(rules.filter(({ kind }) => kind === "file-only")).toHaveLength(1);
    await db.pool.query("update reconciliation_rules set ended_at = now() where kind = 'twice'");
    dataOf(await addRule({}, 0));
  });

  it("needs a currency for a largest difference", async () => {
    expect(await addRule({ maxDifference: "2" }, 0)).toMatchObject({ error: { code: "invalid" } });
  });

  it("doesn’t explain again what a person opened, also if others were only assigned", async () => {
    await settleUnknown({ a: 100, b: 200 });
    dataOf(
      await assignExceptions(randomUUID(), {
        scope: selected(await list()),
        ownerId: await personId("finance"),
      }),
    );
    dataOf(await addRule({}, 2));
    const [a] = await list();
    dataOf(await explain(selected(a ? [a] : []), { state: "open", reason: null, note: "" }));
    await settleUnknown({ a: 100, b: 200, c: 300 });
    expect(await states()).toEqual(["a open Tomasz Lis", "b explained fee Tomasz Lis", "c explained fee"]);
  });

  it("is ended once, and opens again what it explained", async () => {
    await settleUnknown({ a: 100, b: 200 });
    const { ruleId } = dataOf(await addRule({}, 2));
    const { reopened } = dataOf(await endExceptionRule(randomUUID(), { ruleId, reopens: true }));
    expect(reopened).toMatchObject({ changed: 2, skipped: {} });
    expect(await states()).toEqual(["a open", "b open"]);
    expect(await endExceptionRule(randomUUID(), { ruleId, reopens: true })).toMatchObject({
      error: { code: "conflict" },
    });
    // Another rule may explain them, because nobody opened them by hand.
    const other = dataOf(await addRule({}, 2));
    dataOf(await endExceptionRule(randomUUID(), { ruleId: other.ruleId, reopens: false }));
    expect(await states()).toEqual(["a explained fee", "b explained fee"]);
    await settleUnknown({ a: 100, b: 200, c: 300 });
    expect(await states()).toEqual(["a explained fee", "b explained fee", "c open"]);
    expect(dataOf(await getExceptionRules({}))).toMatchObject([
      { id: other.ruleId, ended: { by: "Tomasz Lis" }, explained: 2 },
      { id: ruleId, ended: { by: "Tomasz Lis" }, explained: 0 },
    ]);
  });
});
