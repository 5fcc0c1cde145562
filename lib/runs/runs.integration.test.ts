import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changeRole } from "@/lib/actions/change-role";
import { controlRun } from "@/lib/actions/control-run";
import { freezeCard } from "@/lib/actions/freeze-card";
import { planRun } from "@/lib/actions/plan-run";
import { retryRun } from "@/lib/actions/retry-run";
import { startRun } from "@/lib/actions/start-run";
import { undoRun } from "@/lib/actions/undo-run";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import * as freezing from "@/lib/card-index/freeze-card";
import type { Role } from "@/lib/domain/people/permissions";
import type { CardRunKind } from "@/lib/domain/runs/run";
import { env } from "@/lib/env";
import { stopJobs } from "@/lib/jobs/queue";
import { resolveOperationsJob } from "@/lib/jobs/resolve-operations";
import { getAuditEntry } from "@/lib/queries/audit";
import { getCardTimeline } from "@/lib/queries/card-timeline";
import { exportRun } from "@/lib/queries/run-export";
import { getRun, getRuns } from "@/lib/queries/runs";
import { search } from "@/lib/queries/search";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, openTestProgram, type TestProgram } from "@/testing/card-program";
import { onlyOn } from "@/testing/database";
import { signInAs } from "@/testing/sign-in-as";
import { MAX_PLANS } from "./delete-old-plans";
import { settleItems } from "./settle-items";
import { countEndedRuns } from "./store-counts";
import { workOnRuns } from "./work-on-runs";

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram();
  env().bulkCardsPerSecond = 1_000;
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await stopJobs();
  await program.close();
});

const call = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
  program.sandbox.api(method, path, body);

/** Of one new customer, and in the index. */
async function issueCards(count: number): Promise<{ customer: string; ids: string[] }> {
  const customer = `c_${randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (let card = 0; card < count; card += 1) {
    const request = sampleConsumerRequest({ cardType: "virtual", meta: { id: customer } });
    ids.push((await call("POST", "/cards/", request)).body.id);
  }
  await catchUp(program.listSyncs());
  return { customer, ids };
}

const statusOf = async (id: string) => (await call("GET", `/cards/${id}/`)).body.status as string;
const statuses = (ids: readonly string[]) => Promise.all(ids.map(statusOf));

async function plan(kind: Exclude<CardRunKind, "block">, cardIds: readonly string[]): Promise<string> {
  const planned = await planRun(randomUUID(), { kind, scope: { cardIds: [...cardIds] } });
  if (!planned.ok) throw new Error(planned.error.message);
  return planned.data.runId;
}

const read = async (runId: string) => {
  const found = await getRun({ runId, state: null, after: 0 });
  if (!found.ok) throw new Error(found.error.message);
  return found.data;
};

async function start(runId: string) {
  const { run } = await read(runId);
  return startRun(randomUUID(), { runId, count: run.counts.waiting });
}

/** The IDs of the newest runs. */
async function listed(): Promise<string[]> {
  const found = await getRuns({ before: null });
  if (!found.ok) throw new Error(found.error.message);
  return found.data.runs.map(({ id }) => id);
}

async function freezeAll(cardIds: readonly string[]): Promise<string> {
  const runId = await plan("freeze", cardIds);
  expect(await start(runId)).toMatchObject({ ok: true });
  await workOnRuns();
  return runId;
}

describe("a plan", () => {
  it("says for each card what will happen, and changes nothing", async () => {
    await signInAs("support");
    const { ids } = await issueCards(4);
    const [, frozen = "", blocked = ""] = ids;
    await call("PUT", `/cards/${frozen}/freeze/`, { freeze: true });
    await call("PUT", `/cards/${blocked}/block/`, { reason: "stolen" });
    await catchUp(program.listSyncs());
    const { run, skips, items } = await read(await plan("freeze", [...ids, "no-such-card", ids[0] ?? ""]));
    expect(skips).toEqual([
      { reason: "already-frozen", cards: 1 },
      { reason: "blocked", cards: 1 },
      { reason: "unknown", cards: 1 },
    ]);
    expect(run).toMatchObject({
      state: "planned",
      counts: { total: 5, waiting: 2, skipped: 3 },
      scope: "Chosen cards",
    });
    expect(items.map(({ state, reason }) => reason ?? state)).toEqual([
      "waiting",
      "Already frozen",
      "Permanently blocked",
      "waiting",
      "No such card",
    ]);
    expect(await statusOf(ids[0] ?? "")).toBe("ACTIVE");
  });

  it("takes all that match a filter, if they are as many as the person saw", async () => {
    await signInAs("manager");
    const { customer, ids } = await issueCards(3);
    const filter = `?customer=${customer}`;
    const all = (count: number, query = filter) =>
      planRun(randomUUID(), { kind: "freeze", scope: { listQuery: query, count } });
    expect(await all(2)).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await all(3, `${filter}&status=NOPE`)).toMatchObject({ ok: false, error: { code: "invalid" } });
    const planned = await all(3);
    if (!planned.ok) throw new Error(planned.error.message);
    const { run, items } = await read(planned.data.runId);
    expect(run.scope).toBe(`All that match customer ${customer}`);
    expect(items.map(({ cardId }) => cardId).sort()).toEqual([...ids].sort());
  });

  it("belongs to its author until it is started", async () => {
    await signInAs("support");
    const runId = await plan("freeze", (await issueCards(1)).ids);
    await signInAs("manager");
    expect(await getRun({ runId, state: null, after: 0 })).toMatchObject({ error: { code: "not-found" } });
    expect(await startRun(randomUUID(), { runId, count: 1 })).toMatchObject({ error: { code: "not-found" } });
    expect(await listed()).not.toContain(runId);
    await signInAs("support");
    expect(await listed()).toContain(runId);
  });

  it("can’t be canceled by somebody else", async () => {
    await signInAs("manager");
    const runId = await plan("freeze", (await issueCards(1)).ids);
    await signInAs("support");
    expect(await controlRun(randomUUID(), { runId, to: "canceled" })).toMatchObject({
      error: { code: "not-found" },
    });
  });

  it("is not discarded once it has started", async () => {
    await signInAs("manager");
    const runId = await plan("freeze", (await issueCards(1)).ids);
    await start(runId);
    const discard = { runId, to: "canceled", from: "planned" } as const;
    expect(await controlRun(randomUUID(), discard)).toMatchObject({ error: { code: "conflict" } });
    const sql = "select state from runs where id = $1";
    expect((await program.db.pool.query(sql, [runId])).rows).toEqual([{ state: "running" }]);
  });

  it("stores no card number and nothing personal", async () => {
    await signInAs("manager");
    const attempt = (scope: Parameters<typeof planRun>[1]["scope"]) =>
      planRun(randomUUID(), { kind: "freeze", scope });
    expect(await attempt({ names: "4539 1488 0343 6467" })).toMatchObject({ error: { code: "invalid" } });
    expect(await attempt({ names: "Jane Doe" })).toMatchObject({ error: { code: "invalid" } });
    expect(await attempt({ cardIds: ["4539148803436467"] })).toMatchObject({ error: { code: "invalid" } });
    await attempt({ listQuery: "?search=Brimblecombe", count: 7 });
    const { rows } = await program.db.pool.query<{ text: string }>(
      "select string_agg(body, '') as text from audit",
    );
    expect(rows[0]?.text).not.toMatch(/4539 ?1488|Jane|Brimblecombe/);
  });

  it("of thousands of cards leaves little in the audit log, and is recognized when it is sent again", async () => {
    await signInAs("support");
    const cardIds = Array.from({ length: 10_000 }, () => randomUUID());
    const id = randomUUID();
    const send = (ids: string[]) => planRun(id, { kind: "freeze", scope: { cardIds: ids } });
    expect(await send(cardIds)).toMatchObject({ ok: true, data: { runId: id } });
    const { rows } = await program.db.pool.query<{ body: string }>(
      "select body from audit where operation_id = $1 order by seq",
      [id],
    );
    expect(rows).toHaveLength(2);
    for (const { body } of rows) {
      expect(body.length).toBeLessThan(1_000);
      expect(body).toContain('"cardIds":{"count":10000,"sha256":"');
    }
    const { run, items } = await read(id);
    expect(run.counts).toMatchObject({ total: 10_000, skipped: 10_000 });
    expect(items.slice(0, 3).map(({ cardId }) => cardId)).toEqual(cardIds.slice(0, 3));
    const last = await program.db.pool.query(
      "select card_id from run_items where run_id = $1 and position = 10000",
      [id],
    );
    expect(last.rows).toEqual([{ card_id: cardIds.at(-1) }]);
    expect(await send(cardIds)).toMatchObject({ ok: true, data: { runId: id } });
    expect(await send(cardIds.slice(1))).toMatchObject({ ok: false, error: { code: "conflict" } });
  });

  it("can’t have the ID of another run", async () => {
    await signInAs("support");
    const cardIds = [randomUUID()];
    const runId = await plan("freeze", cardIds);
    // As for a run of a file's rows, whose ID belongs to no operation.
    await program.db.pool.query("delete from operations where id = $1", [runId]);
    expect(await planRun(runId, { kind: "freeze", scope: { cardIds: [randomUUID()] } })).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("ID of another run") },
    });
    expect((await read(runId)).items.map(({ cardId }) => cardId)).toEqual(cardIds);
  });

  it("replaces the person’s oldest ones, but none that was started, waits for approval, or is a colleague’s", async () => {
    const { pool } = program.db;
    await signInAs("manager");
    const colleagues = await plan("freeze", [randomUUID()]);
    await signInAs("support");
    const { ids } = await issueCards(1);
    const started = await plan("freeze", ids);
    await start(started);
    const [waiting, canceled, oldest] = [
      await plan("freeze", [randomUUID()]),
      await plan("freeze", [randomUUID()]),
      await plan("freeze", [randomUUID()]),
    ];
    await controlRun(randomUUID(), { runId: canceled, to: "canceled" });
    await pool.query(
      `insert into approval_requests (id, kind, action, target, policy, content, state, requester_id, expires_at)
       select gen_random_uuid(), 'block', 'run.start-block', id, '{}', '', 'waiting', person_id, now() + interval '1 day'
       from runs where id = $1`,
      [waiting],
    );
    const newest: string[] = [];
    for (let index = 0; index < MAX_PLANS; index += 1) newest.push(await plan("freeze", [randomUUID()]));
    const { rows } = await pool.query<{ id: string }>("select id from runs where id = any($1)", [
      [colleagues, started, waiting, canceled, oldest, ...newest],
    ]);
    expect(rows.map(({ id }) => id).sort()).toEqual([colleagues, started, waiting, ...newest].sort());
    await pool.query("delete from approval_requests where target = $1", [waiting]);
  });

  it("resolves pasted IDs and last fours", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const lastFour = async (id = "") => (await call("GET", `/cards/${id}/`)).body.lastFour as string;
    const unknown = randomUUID();
    const planned = await planRun(randomUUID(), {
      kind: "freeze",
      scope: { names: `${ids[0]}\n${await lastFour(ids[1])}\n${unknown}` },
    });
    if (!planned.ok) throw new Error(planned.error.message);
    const { items } = await read(planned.data.runId);
    expect(items[0]).toMatchObject({ cardId: ids[0], reason: null });
    // Another card may have the same last four.
    expect([ids[1], await lastFour(ids[1])]).toContain(items[1]?.cardId);
    expect(items[2]).toMatchObject({ cardId: unknown, reason: "No such card" });
  });

  it("to unfreeze isn’t for support", async () => {
    await signInAs("support");
    const scope = { cardIds: ["a"] };
    expect(await planRun(randomUUID(), { kind: "unfreeze", scope })).toMatchObject({
      error: { code: "forbidden" },
    });
    expect(await undoRun(randomUUID(), { runId: randomUUID() })).toMatchObject({
      error: { code: "forbidden" },
    });
  });
});

describe("a run", () => {
  it("changes each card once, with its own audit entries, and is audited itself", async () => {
    await signInAs("support");
    const { ids } = await issueCards(12);
    const runId = await freezeAll(ids);
    expect((await read(runId)).run).toMatchObject({
      state: "finished",
      counts: { total: 12, done: 12 },
      changed: 12,
      person: "Mina Reyes",
    });
    expect(new Set(await statuses(ids))).toEqual(new Set(["FROZEN"]));
    const { rows } = await listAudit({ target: ids[0] ?? "" }, { limit: 5 });
    expect(rows[0]).toMatchObject({
      action: "card.freeze",
      outcome: "succeeded",
      actor: { name: "Mina Reyes" },
      message: `Bulk run ${runId}.`,
    });
    const own = await listAudit({ target: runId }, { limit: 9 });
    expect(own.rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["run.plan", "run.start", "run.finish"]),
    );
    expect(own.rows[0]).toMatchObject({
      message: "12 cards done, 0 failed, 0 skipped, 0 canceled.",
    });
  });

  it("starts once, and with the number of cards that was shown", async () => {
    await signInAs("manager");
    const runId = await plan("freeze", (await issueCards(2)).ids);
    expect(await startRun(randomUUID(), { runId, count: 3 })).toMatchObject({ error: { code: "conflict" } });
    expect(await start(runId)).toMatchObject({ ok: true });
    expect(await startRun(randomUUID(), { runId, count: 2 })).toMatchObject({ error: { code: "conflict" } });
    await workOnRuns();
  });

  it("goes on after its process died, with every card once", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(3);
    const runId = await plan("freeze", ids);
    await start(runId);
    // Its process died after it had taken the card and before it sent anything, and its lease has expired.
    await program.db.pool.query(
      `with dead as (
         update run_items set state = 'sent' where run_id = $1 and position = 2 returning operation_id, card_id
       )
       insert into operations (id, person_id, action, target, input_hash, state, next_attempt_at)
       select operation_id, (select person_id from runs where id = $1), 'card.freeze', card_id, 'x', 'begun', now() from dead`,
      [runId],
    );
    const sent = vi.spyOn(freezing.freezeCardOperation, "run");
    const working = workOnRuns();
    await vi.waitFor(async () => expect((await read(runId)).run.counts).toMatchObject({ done: 2, sent: 1 }), {
      timeout: 20_000,
    });
    expect((await read(runId)).run.state).toBe("running");
    await program.db.pool.query(
      "update operations set state = 'failed', result = $2 where id = (select operation_id from run_items where run_id = $1 and position = 2)",
      [runId, JSON.stringify({ ok: false, error: { code: "refused", message: "It was not sent." } })],
    );
    await working;
    expect(sent).toHaveBeenCalledTimes(2);
    sent.mockRestore();
    const { run, items } = await read(runId);
    expect(run).toMatchObject({ state: "finished", counts: { done: 2, failed: 1 } });
    expect(items[1]).toMatchObject({ state: "failed", reason: "It was not sent." });
  }, 60_000);

  it("is finished only once the outcome of a lost answer is known", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const fault = { type: "commit-then-drop" };
    await program.addFault({ method: "PUT", path: `/cards/${ids[0]}/freeze/`, times: 2, fault });
    const runId = await plan("freeze", ids);
    await start(runId);
    const working = workOnRuns();
    const isUnknown = "select from operations where target = $1 and state = 'unknown'";
    await vi.waitFor(
      async () => expect((await program.db.pool.query(isUnknown, [ids[0]])).rowCount).toBe(1),
      { timeout: 20_000 },
    );
    // The other card may still be on its way.
    await vi.waitFor(
      async () => expect((await read(runId)).run).toMatchObject({ state: "running", counts: { sent: 1 } }),
      { timeout: 20_000 },
    );
    await resolveOperationsJob.run({});
    await working;
    const { run, items } = await read(runId);
    expect(run).toMatchObject({ state: "finished", counts: { done: 2 }, changed: 1 });
    expect(items[0]?.reason).toBe("Confirmed, but its status before isn’t known");
    expect(await statuses(ids)).toEqual(["FROZEN", "FROZEN"]);
  }, 60_000);

  it("waits while the issuer is unavailable, and goes on", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(3);
    const fault = { type: "status", status: 429, retryAfterSeconds: 1 };
    await program.addFault({ method: "PUT", path: `/cards/${ids[0]}/freeze/`, times: 99, fault });
    const runId = await plan("freeze", ids);
    await start(runId);
    const working = workOnRuns();
    await vi.waitFor(async () => expect((await read(runId)).run.problem).not.toBeNull(), { timeout: 20_000 });
    await program.clearFaults();
    await program.db.pool.query("update runs set not_before = null where id = $1", [runId]);
    await working;
    expect((await read(runId)).run).toMatchObject({ state: "finished", problem: null, counts: { done: 3 } });
  }, 60_000);

  it("isn’t held up by one card that the issuer doesn’t answer for", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(4);
    const fault = { type: "status", status: 503 };
    await freezeAll(ids);
    const runId = await plan("unfreeze", ids);
    await program.addFault({ method: "GET", path: `/cards/${ids[0]}/`, times: 999, fault });
    await start(runId);
    const working = workOnRuns();
    await vi.waitFor(
      async () => expect((await read(runId)).run.counts).toMatchObject({ done: 3, waiting: 1 }),
      { timeout: 40_000 },
    );
    await program.clearFaults();
    await program.db.pool.query("update runs set not_before = null where id = $1", [runId]);
    await working;
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { done: 4 } });
  }, 90_000);

  it("isn’t held up by one card whose details break the contract", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(3);
    const [first = ""] = ids;
    await freezeAll(ids);
    const runId = await plan("unfreeze", ids);
    const fault = { type: "rubbish" };
    await program.addFault({ method: "GET", path: `/cards/${first}/`, times: 999, fault });
    await start(runId);
    await workOnRuns();
    await program.clearFaults();
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { done: 2, failed: 1 } });
    expect(await statusOf(first)).toBe("FROZEN");
  });

  it("is over after a cancel, even if a card in progress was rate limited", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const fault = { type: "status", status: 429, retryAfterSeconds: 1 };
    await program.addFault({ method: "PUT", path: `/cards/${ids[0]}/freeze/`, times: 99, fault });
    const runId = await plan("freeze", ids);
    await start(runId);
    const { run } = freezing.freezeCardOperation;
    const spy = vi.spyOn(freezing.freezeCardOperation, "run").mockImplementation(async (context) => {
      await controlRun(randomUUID(), { runId, to: "canceled" });
      return run(context);
    });
    await workOnRuns();
    spy.mockRestore();
    await program.clearFaults();
    const { finishedAt, counts, state } = (await read(runId)).run;
    expect(state).toBe("canceled");
    expect(finishedAt).not.toBeNull();
    expect(counts.waiting + counts.sent).toBe(0);
    expect(await statusOf(ids[0] ?? "")).toBe("ACTIVE");
  }, 90_000);

  it("can be paused, resumed, and canceled", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const runId = await plan("freeze", ids);
    const to = (state: "paused" | "running" | "canceled") => controlRun(randomUUID(), { runId, to: state });
    expect(await to("paused")).toMatchObject({ error: { code: "conflict" } });
    await start(runId);
    expect(await to("paused")).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({
      state: "paused",
      problem: "Paused by Jonas Weber.",
      counts: { waiting: 2 },
    });
    expect(await to("running")).toMatchObject({ ok: true });
    expect(await to("canceled")).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "canceled", counts: { canceled: 2 } });
    expect((await read(runId)).run.finishedAt).not.toBeNull();
    expect(await to("running")).toMatchObject({ error: { code: "conflict" } });
    expect(await statuses(ids)).toEqual(["ACTIVE", "ACTIVE"]);
  });

  it("is listed by when it was started, and waits while another one has the turn", async () => {
    await signInAs("manager");
    const [first, second] = [
      await plan("freeze", (await issueCards(1)).ids),
      await plan("freeze", (await issueCards(1)).ids),
    ];
    expect((await listed()).slice(0, 2)).toEqual([second, first]);
    await start(second);
    await start(first);
    expect((await listed()).slice(0, 2)).toEqual([first, second]);
    const next = await getRuns({ before: first });
    expect(next.ok && next.data.runs[0]?.id).toBe(second);
    expect((await read(second)).run.isWaiting).toBe(false);
    const lease = (until: string) =>
      program.db.pool.query(`update runs set lease_until = ${until} where id = $1`, [first]);
    await lease("now() + interval '30 seconds'");
    expect((await read(first)).run.isWaiting).toBe(false);
    expect((await read(second)).run.isWaiting).toBe(true);
    await lease("null");
    await workOnRuns();
    expect((await read(second)).run).toMatchObject({ state: "finished", isWaiting: false });
  });

  it("is paused if who started it may no longer do it", async () => {
    await signInAs("support");
    const { ids } = await issueCards(2);
    const runId = await plan("freeze", ids);
    await start(runId);
    const { pool } = program.db;
    const person = await findPersonByEmail(pool, DEMO_PEOPLE.support.email);
    const setRole = async (role: Role) => {
      await signInAs("admin");
      expect(await changeRole(randomUUID(), { personId: person?.id ?? "", role })).toMatchObject({
        ok: true,
      });
    };
    await setRole("finance");
    await workOnRuns();
    await signInAs("manager");
    expect((await read(runId)).run).toMatchObject({
      state: "paused",
      problem: "Mina Reyes may no longer freeze many cards at once.",
      counts: { waiting: 2 },
    });
    await setRole("support");
  });

  it("leaves alone what a colleague did in the meantime", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(3);
    const [first = "", second = ""] = ids;
    const runId = await plan("freeze", ids);
    await call("PUT", `/cards/${first}/block/`, { reason: "stolen" });
    await signInAs("support");
    await freezeCard(randomUUID(), { cardId: second, freeze: true });
    await signInAs("manager");
    await start(runId);
    await workOnRuns();
    const { run, items } = await read(runId);
    expect(run).toMatchObject({ counts: { done: 2, failed: 1 }, changed: 1 });
    expect(items[0]).toMatchObject({ state: "failed", reason: expect.stringMatching("permanently blocked") });
    expect(items[1]).toMatchObject({ state: "done", reason: "Nothing to change" });
  });
});

describe("the counts of a run that is over", () => {
  const storedOf = async (runId: string) =>
    (await program.db.pool.query("select counts, changed from runs where id = $1", [runId])).rows[0];
  const NONE = { counts: null, changed: null };

  it("are stored when it ends, and the items aren’t counted anymore", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(3);
    const planned = await plan("freeze", ids);
    expect(await storedOf(planned)).toEqual(NONE);
    expect((await read(planned)).run.counts).toMatchObject({ total: 3, waiting: 3 });
    const runId = await freezeAll(ids);
    expect(await storedOf(runId)).toEqual({ counts: { done: 3 }, changed: 3 });
    await program.db.pool.query(
      `update runs set counts = '{"done": 7, "failed": 1}', changed = 5 where id = $1`,
      [runId],
    );
    expect((await read(runId)).run).toMatchObject({ counts: { total: 8, done: 7, failed: 1 }, changed: 5 });
    const listed = await getRuns({ before: null });
    const run = listed.ok ? listed.data.runs.find(({ id }) => id === runId) : null;
    expect(run?.counts.total).toBe(8);
  });

  it("are of canceled items too", async () => {
    await signInAs("manager");
    const runId = await plan("freeze", (await issueCards(2)).ids);
    await start(runId);
    expect(await controlRun(randomUUID(), { runId, to: "canceled" })).toMatchObject({ ok: true });
    await workOnRuns();
    expect(await storedOf(runId)).toEqual({ counts: { canceled: 2 }, changed: 0 });
  });

  it("are counted if a version that doesn’t store them has ended it, and stored by the next job", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const runId = await freezeAll(ids);
    await program.db.pool.query("update runs set counts = null, changed = null where id = $1", [runId]);
    expect((await read(runId)).run).toMatchObject({ counts: { total: 2, done: 2 }, changed: 2 });
    await workOnRuns();
    expect(await storedOf(runId)).toEqual({ counts: { done: 2 }, changed: 2 });
  });

  it("change with an outcome that is confirmed after the end, in any version", async () => {
    await signInAs("manager");
    const { pool } = program.db;
    const { ids } = await issueCards(2);
    const fault = { type: "status", status: 400 };
    await program.addFault({ method: "PUT", path: `/cards/${ids[0]}/freeze/`, times: 1, fault });
    const runId = await freezeAll(ids);
    expect(await storedOf(runId)).toEqual({ counts: { done: 1, failed: 1 }, changed: 1 });
    await pool.query(
      `update operations o set state = 'succeeded',
         result = '{"data": {"previousStatus": "ACTIVE", "card": {"status": "FROZEN"}}}'
       from run_items i where i.run_id = $1 and i.state = 'failed' and o.id = i.operation_id`,
      [runId],
    );
    await settleItems(null);
    expect(await storedOf(runId)).toEqual(NONE);
    expect((await read(runId)).run).toMatchObject({ counts: { done: 2, failed: 0 }, changed: 2 });
    await countEndedRuns();
    expect(await storedOf(runId)).toEqual({ counts: { done: 2 }, changed: 2 });
  });

  // The embedded engine has only one connection.
  onlyOn("postgres", () => {
    it("aren’t stored from before an outcome that is being confirmed", async () => {
      await signInAs("manager");
      const { pool } = program.db;
      const runId = await freezeAll((await issueCards(2)).ids);
      await pool.query("update runs set counts = null, changed = null where id = $1", [runId]);
      const confirmation = await pool.connect();
      try {
        await confirmation.query("begin");
        await confirmation.query(
          "update run_items set is_changed = false where run_id = $1 and position = 1",
          [runId],
        );
        await countEndedRuns();
        expect(await storedOf(runId)).toEqual(NONE);
        await confirmation.query("commit");
      } finally {
        confirmation.release();
      }
      await countEndedRuns();
      expect(await storedOf(runId)).toEqual({ counts: { done: 2 }, changed: 1 });
    });
  });

  it("aren’t those of a run that tries the failed ones again or undoes it", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const fault = { type: "status", status: 400 };
    await program.addFault({ method: "PUT", path: `/cards/${ids[0]}/freeze/`, times: 1, fault });
    const runId = await freezeAll(ids);
    const before = await storedOf(runId);
    const retried = await retryRun(randomUUID(), { runId });
    if (!retried.ok) throw new Error(retried.error.message);
    await start(retried.data.runId);
    await workOnRuns();
    const undone = await undoRun(randomUUID(), { runId });
    if (!undone.ok) throw new Error(undone.error.message);
    await start(undone.data.runId);
    await workOnRuns();
    expect(await storedOf(runId)).toEqual(before);
    expect((await read(runId)).run.counts).toMatchObject({ done: 1, failed: 1 });
  });
});

describe("an undo", () => {
  it("unfreezes exactly the cards that the run froze, except those that changed since", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(4);
    const [before = "", blocked = "", again = "", same = ""] = ids;
    await freezeCard(randomUUID(), { cardId: before, freeze: true });
    const runId = await freezeAll(ids);
    await call("PUT", `/cards/${blocked}/block/`, { reason: "stolen" });
    await call("PUT", `/cards/${again}/freeze/`, { freeze: false });
    await catchUp(program.listSyncs());
    await call("PUT", `/cards/${again}/freeze/`, { freeze: true });
    await catchUp(program.listSyncs());

    const undone = await undoRun(randomUUID(), { runId });
    if (!undone.ok) throw new Error(undone.error.message);
    const planned = await read(undone.data.runId);
    expect(planned.items.map(({ cardId, reason }) => [cardId, reason])).toEqual([
      [blocked, "Permanently blocked"],
      [again, "Changed since the freeze"],
      [same, null],
    ]);
    await start(undone.data.runId);
    await workOnRuns();
    expect(await statuses(ids)).toEqual(["FROZEN", "BLOCKED", "FROZEN", "ACTIVE"]);
    expect((await read(runId)).run.undoneBy).toEqual([undone.data.runId]);
  });

  it("leaves a card alone that a colleague may have frozen before the run did", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const [cardId = ""] = ids;
    const runId = await plan("freeze", ids);
    await signInAs("support");
    await freezeCard(randomUUID(), { cardId, freeze: true });
    await signInAs("manager");
    const fault = { type: "status", status: 500 };
    await program.addFault({ method: "GET", path: `/cards/${cardId}/`, times: 3, fault });
    await start(runId);
    await workOnRuns();
    await program.clearFaults();
    const undone = await undoRun(randomUUID(), { runId });
    if (!undone.ok) throw new Error(undone.error.message);
    expect((await read(undone.data.runId)).items.map((item) => item.cardId)).not.toContain(cardId);
  }, 60_000);

  it("leaves a card alone that a colleague froze at the same moment", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const [cardId = "", other = ""] = ids;
    const runId = await plan("freeze", ids);
    await start(runId);
    await signInAs("support");
    // Both have read the card as active before either of them freezes it.
    const untouched = globalThis.fetch;
    let reads = 0;
    let release = () => {};
    const bothHaveRead = new Promise<void>((resolve) => {
      release = resolve;
    });
    globalThis.fetch = async (...request) => {
      const response = await untouched(...request);
      const isRead =
        (request[1]?.method ?? "GET") === "GET" && String(request[0]).includes(`/cards/${cardId}/`);
      if (isRead) {
        reads += 1;
        if (reads === 2) release();
        await bothHaveRead;
      }
      return response;
    };
    try {
      const [frozen] = await Promise.all([freezeCard(randomUUID(), { cardId, freeze: true }), workOnRuns()]);
      expect(frozen).toMatchObject({ data: { previousStatus: "ACTIVE" } });
    } finally {
      globalThis.fetch = untouched;
    }
    await signInAs("manager");
    // The run has no more reason than the colleague to say that it froze the card.
    expect((await read(runId)).run).toMatchObject({ counts: { done: 2 }, changed: 2 });
    const undone = await undoRun(randomUUID(), { runId });
    if (!undone.ok) throw new Error(undone.error.message);
    await start(undone.data.runId);
    await workOnRuns();
    expect((await read(undone.data.runId)).items.map((item) => [item.cardId, item.reason])).toEqual([
      [cardId, "Changed since the freeze"],
      [other, null],
    ]);
    expect(await statuses(ids)).toEqual(["FROZEN", "ACTIVE"]);
  });

  it("leaves a card alone that was frozen anew after the undo was planned", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(1);
    const [cardId = ""] = ids;
    const undone = await undoRun(randomUUID(), { runId: await freezeAll(ids) });
    if (!undone.ok) throw new Error(undone.error.message);
    await call("PUT", `/cards/${cardId}/freeze/`, { freeze: false });
    await catchUp(program.listSyncs());
    await signInAs("support");
    await freezeCard(randomUUID(), { cardId, freeze: true });
    await signInAs("manager");
    await start(undone.data.runId);
    await workOnRuns();
    const { run, items } = await read(undone.data.runId);
    expect(run.counts).toMatchObject({ failed: 1 });
    expect(items[0]?.reason).toMatch("Mina Reyes");
    expect(await statusOf(cardId)).toBe("FROZEN");
  });
});

describe("cards that failed", () => {
  it("are planned again with those that were canceled, but not those of a plan", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    const [started, left] = [await plan("freeze", ids), await plan("freeze", ids)];
    await start(started);
    for (const runId of [started, left])
      expect(await controlRun(randomUUID(), { runId, to: "canceled" })).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(started)).canRetry).toBe(true);
    const retry = await retryRun(randomUUID(), { runId: started });
    if (!retry.ok) throw new Error(retry.error.message);
    expect((await read(retry.data.runId)).run.counts).toMatchObject({ total: 2, waiting: 2 });
    expect((await read(left)).canRetry).toBe(false);
    expect(await retryRun(randomUUID(), { runId: left })).toMatchObject({ error: { code: "conflict" } });
  });

  it("are planned again, with what they are now", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(3);
    const [first = "", second = ""] = ids;
    await freezeAll(ids);
    const runId = await plan("unfreeze", ids);
    // Frozen anew after the plan, and blocked.
    await call("PUT", `/cards/${first}/freeze/`, { freeze: false });
    await catchUp(program.listSyncs());
    await signInAs("support");
    await freezeCard(randomUUID(), { cardId: first, freeze: true });
    await signInAs("manager");
    await call("PUT", `/cards/${second}/block/`, { reason: "stolen" });
    expect(await retryRun(randomUUID(), { runId })).toMatchObject({ error: { code: "conflict" } });
    await start(runId);
    await workOnRuns();
    expect((await read(runId)).run.counts).toMatchObject({ done: 1, failed: 2 });
    await catchUp(program.listSyncs());
    const retry = await retryRun(randomUUID(), { runId });
    if (!retry.ok) throw new Error(retry.error.message);
    const planned = await read(retry.data.runId);
    expect(planned.run).toMatchObject({ kind: "unfreeze", state: "planned" });
    expect(planned.items.map(({ cardId, reason }) => [cardId, reason])).toEqual([
      [first, null],
      [second, "Permanently blocked"],
    ]);
    await signInAs("support");
    expect(await retryRun(randomUUID(), { runId })).toMatchObject({ error: { code: "forbidden" } });
  });

  it("of an undo are still left alone if they changed since the freeze", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(1);
    const [cardId = ""] = ids;
    const undone = await undoRun(randomUUID(), { runId: await freezeAll(ids) });
    if (!undone.ok) throw new Error(undone.error.message);
    await call("PUT", `/cards/${cardId}/freeze/`, { freeze: false });
    await catchUp(program.listSyncs());
    await signInAs("support");
    await freezeCard(randomUUID(), { cardId, freeze: true });
    await signInAs("manager");
    await start(undone.data.runId);
    await workOnRuns();
    const retry = await retryRun(randomUUID(), { runId: undone.data.runId });
    if (!retry.ok) throw new Error(retry.error.message);
    expect((await read(retry.data.runId)).items[0]?.reason).toBe("Changed since the freeze");
  });
});

describe("a run is found", () => {
  it("on the card’s timeline, in the audit log, and by the search, by who may see it", async () => {
    await signInAs("manager");
    const { customer, ids } = await issueCards(1);
    const planned = await planRun(randomUUID(), {
      kind: "freeze",
      scope: { listQuery: `?customer=${customer}`, count: 1 },
    });
    if (!planned.ok) throw new Error(planned.error.message);
    const { runId } = planned.data;
    const found = async (text: string) => {
      const results = await search({ text });
      if (!results.ok) throw new Error(results.error.message);
      return results.data.runs?.map(({ id }) => id);
    };
    const words = `match ${customer}`;
    expect(await found(words)).toEqual([]);
    await start(runId);
    await workOnRuns();
    expect(await found(words)).toEqual([runId]);
    expect(await found(runId.slice(0, 12))).toEqual([runId]);
    expect(await found(`${words} nothing`)).toEqual([]);

    const runOf = async () => {
      const timeline = await getCardTimeline({ cardId: ids[0] ?? "", limit: 5 });
      return timeline.ok ? timeline.data.events[0]?.runId : undefined;
    };
    const { rows } = await listAudit({ target: ids[0] ?? "" }, { limit: 1 });
    const entryOf = () => getAuditEntry({ seq: rows[0]?.seq ?? 0 });
    expect(await runOf()).toBe(runId);
    expect(await entryOf()).toMatchObject({ data: { runId } });
    await signInAs("auditor");
    expect(await found(words)).toEqual([]);
    expect(await runOf()).toBeNull();
    expect(await entryOf()).toMatchObject({ data: { runId: null } });
  });
});

describe("the result of a run", () => {
  const download = (runId: string, format: string) =>
    exportRun(new Request(`http://localhost/api/bulk/${runId}/export?format=${format}`), {
      params: Promise.resolve({ runId }),
    });

  it("is a file with one row per card, for who may see runs and export lists", async () => {
    await signInAs("manager");
    const { ids } = await issueCards(2);
    await call("PUT", `/cards/${ids[1]}/freeze/`, { freeze: true });
    await catchUp(program.listSyncs());
    const runId = await freezeAll(ids);
    const file = await download(runId, "csv");
    expect(file.headers.get("content-disposition")).toMatch(/filename="freeze-run_[\d-]+_[0-9a-f]{8}\.csv"/);
    const lines = (await file.text()).replace("\uFEFF", "").trim().split("\r\n");
    expect(lines[0]).toBe(
      "position,row,card_id,last_four,cardholder_name,card_name,outcome,reason,finished_utc",
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^1,,${ids[0]},.*,Done,,\\d{4}-`));
    expect(lines[2]).toMatch(new RegExp(`^2,,${ids[1]},.*,Skipped,Already frozen,$`));
    const sheet = await download(runId, "xlsx");
    expect([...new Uint8Array(await sheet.arrayBuffer()).slice(0, 2)]).toEqual([0x50, 0x4b]);
    expect((await download(runId, "pdf")).status).toBe(400);
    expect((await download(randomUUID(), "csv")).status).toBe(404);
    expect((await listAudit({ action: "run.export" }, { limit: 9 })).rows).toHaveLength(2);
    for (const role of ["support", "auditor"] as const) {
      await signInAs(role);
      expect((await download(runId, "csv")).status).toBe(403);
    }
  });
});
