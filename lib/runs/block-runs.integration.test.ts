import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { blockCard } from "@/lib/actions/block-card";
import { controlRun } from "@/lib/actions/control-run";
import { declineRequest } from "@/lib/actions/decline-request";
import { planRun } from "@/lib/actions/plan-run";
import { retryRun } from "@/lib/actions/retry-run";
import { startBlockRun } from "@/lib/actions/start-block-run";
import { startRun } from "@/lib/actions/start-run";
import { undoRun } from "@/lib/actions/undo-run";
import { approvalsJob } from "@/lib/approvals/approvals-job";
import type { Card, CardDetail } from "@/lib/contract/card";
import { env } from "@/lib/env";
import { pruneJob } from "@/lib/jobs/prune";
import { getApproval } from "@/lib/queries/approvals";
import { getRun, getRuns } from "@/lib/queries/runs";
import { newId, type OpenApprovals, openApprovals, REASON, requestedId, unwrap } from "@/testing/approvals";
import { catchUp, listAll } from "@/testing/card-program";
import { workOnRuns } from "./work-on-runs";

let approvals: OpenApprovals;

beforeAll(async () => {
  approvals = await openApprovals();
  env().bulkCardsPerSecond = 1_000;
}, 120_000);
afterAll(() => approvals.close());
beforeEach(() => approvals.setPolicies([]));

async function issueCards(count: number): Promise<Card[]> {
  const cards: Card[] = [];
  for (let card = 0; card < count; card += 1) cards.push(await approvals.issueCard());
  await catchUp(approvals.listSyncs());
  return cards;
}

const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id);
const statusesOf = (cards: readonly Card[]) => Promise.all(cards.map(({ id }) => approvals.statusOf(id)));

async function plan(cards: readonly Card[], reason = "stolen"): Promise<string> {
  return unwrap(await planRun(newId(), { kind: "block", scope: { cardIds: idsOf(cards) }, reason })).runId;
}

const read = async (runId: string) => unwrap(await getRun({ runId, state: null, after: 0 }));

/** The issuer answers, but with something else than the card. */
const breakReadsOf = ({ id }: Card) =>
  approvals.addFault({ method: "GET", path: `/cards/${id}/`, times: 999, fault: { type: "rubbish" } });

/** By the manager, with the policy on. */
async function requestStart(cards: readonly Card[]): Promise<{ runId: string; requestId: string }> {
  await approvals.setPolicies(["block"]);
  await approvals.as("manager");
  const runId = await plan(cards);
  const input = { runId, count: cards.length, reason: "stolen" };
  return { runId, requestId: requestedId(await startBlockRun(newId(), input, REASON)) };
}

describe("a run that blocks cards", () => {
  it("skips blocked cards, blocks the others with the reason, and can’t be undone", async () => {
    await approvals.as("manager");
    const cards = await issueCards(4);
    const [blocked, frozen] = cards as [Card, Card];
    await approvals.sandbox.api("PUT", `/cards/${blocked.id}/block/`, { reason: "lost" });
    await approvals.sandbox.api("PUT", `/cards/${frozen.id}/freeze/`, { freeze: true });
    await catchUp(approvals.listSyncs());
    const runId = await plan(cards);
    const planned = await read(runId);
    expect(planned.run).toMatchObject({ reason: "stolen", counts: { waiting: 3, skipped: 1 } });
    expect(planned.items[0]).toMatchObject({ state: "skipped", reason: "Permanently blocked" });
    unwrap(await startBlockRun(newId(), { runId, count: 3, reason: "stolen" }));
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { done: 3 }, changed: 3 });
    expect(new Set(await statusesOf(cards))).toEqual(new Set(["BLOCKED"]));
    const reasonOf = async (card: Card) =>
      (await approvals.sandbox.api<CardDetail>("GET", `/cards/${card.id}/`)).body.statusReason;
    expect([await reasonOf(blocked), await reasonOf(frozen)]).toEqual(["lost", "stolen"]);
    expect(await undoRun(newId(), { runId })).toMatchObject({ error: { code: "not-found" } });
  });

  it("keeps the reason of a card that a colleague blocked in the meantime", async () => {
    await approvals.as("manager");
    const cards = await issueCards(2);
    const [first] = cards as [Card];
    const runId = await plan(cards);
    await approvals.as("admin");
    unwrap(await blockCard(newId(), { cardId: first.id, reason: "fraud suspected" }));
    await approvals.as("manager");
    unwrap(await startBlockRun(newId(), { runId, count: 2, reason: "stolen" }));
    await workOnRuns();
    const { run, items } = await read(runId);
    expect(run.counts).toMatchObject({ done: 1, failed: 1 });
    expect(items[0]?.reason).toBe("The card was blocked in the meantime. Its reason was kept.");
    const { body } = await approvals.sandbox.api<CardDetail>("GET", `/cards/${first.id}/`);
    expect(body.statusReason).toBe("fraud suspected");
  });

  it("keeps it too if the card can’t be read first: the card waits until it can", async () => {
    await approvals.as("manager");
    const cards = await issueCards(2);
    const [first] = cards as [Card];
    const runId = await plan(cards);
    await approvals.as("admin");
    unwrap(await blockCard(newId(), { cardId: first.id, reason: "fraud suspected" }));
    await approvals.as("manager");
    const fault = { type: "status", status: 503 };
    await approvals.addFault({ method: "GET", path: `/cards/${first.id}/`, times: 999, fault });
    unwrap(await startBlockRun(newId(), { runId, count: 2, reason: "stolen" }));
    const working = workOnRuns();
    await vi.waitFor(
      async () => expect((await read(runId)).run.counts).toMatchObject({ done: 1, waiting: 1 }),
      { timeout: 40_000 },
    );
    await approvals.clearFaults();
    await approvals.db.pool.query("update runs set not_before = null where id = $1", [runId]);
    await working;
    expect((await read(runId)).run.counts).toMatchObject({ done: 1, failed: 1 });
    const { body } = await approvals.sandbox.api<CardDetail>("GET", `/cards/${first.id}/`);
    expect(body.statusReason).toBe("fraud suspected");
  }, 90_000);

  it("blocks a card whose details break the contract, because no later read would be better", async () => {
    await approvals.as("manager");
    const cards = await issueCards(2);
    const [first] = cards as [Card];
    const runId = await plan(cards);
    await breakReadsOf(first);
    unwrap(await startBlockRun(newId(), { runId, count: 2, reason: "stolen" }));
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { done: 2 } });
    await approvals.clearFaults();
    expect(await statusesOf(cards)).toEqual(["BLOCKED", "BLOCKED"]);
  });

  it("stores a masked reason, and none without one", async () => {
    await approvals.as("manager");
    const cards = await issueCards(1);
    const { run } = await read(await plan(cards, "copied 4539148803436467"));
    expect(run.reason).not.toContain("4539148803436467");
    const scope = { cardIds: idsOf(cards) };
    expect(await planRun(newId(), { kind: "block", scope, reason: " " })).toMatchObject({
      error: { code: "invalid" },
    });
  });

  it("stores the reason encrypted, and blocks nothing if it can’t be decrypted", async () => {
    await approvals.as("manager");
    const cards = await issueCards(1);
    const runId = await plan(cards, "Ada Lovelace’s bag was stolen");
    const { rows } = await approvals.db.pool.query("select r::text from runs r where id = $1", [runId]);
    expect(JSON.stringify(rows)).not.toContain("Ada");
    unwrap(await startBlockRun(newId(), { runId, count: 1, reason: "Ada Lovelace’s bag was stolen" }));
    await approvals.db.pool.query("update runs set sealed_reason = 'sealed.2.x' where id = $1", [runId]);
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ reason: null, counts: { failed: 1 } });
    expect(await statusesOf(cards)).toEqual(["ACTIVE"]);
  });

  it("is not for support", async () => {
    await approvals.as("support");
    const scope = { cardIds: ["a"] };
    expect(await planRun(newId(), { kind: "block", scope, reason: "lost" })).toMatchObject({
      error: { code: "forbidden", message: expect.stringContaining("not block them") },
    });
    const input = { runId: newId(), count: 1, reason: "lost" };
    expect(await startBlockRun(newId(), input)).toMatchObject({ error: { code: "forbidden" } });
  });

  it("starts only by its own action, with what the person saw", async () => {
    await approvals.as("manager");
    const cards = await issueCards(2);
    const runId = await plan(cards);
    expect(await startRun(newId(), { runId, count: 2 })).toMatchObject({ error: { code: "refused" } });
    const start = (count: number, reason: string) => startBlockRun(newId(), { runId, count, reason });
    expect(await start(3, "stolen")).toMatchObject({ error: { code: "conflict" } });
    expect(await start(2, "lost")).toMatchObject({ error: { code: "conflict" } });
    const scope = { cardIds: idsOf(cards) };
    const freeze = unwrap(await planRun(newId(), { kind: "freeze", scope }));
    expect(await startBlockRun(newId(), { runId: freeze.runId, count: 2, reason: "stolen" })).toMatchObject({
      error: { code: "conflict" },
    });
    await approvals.as("admin");
    expect(await start(2, "stolen")).toMatchObject({ error: { code: "not-found" } });
    await workOnRuns();
    expect(await statusesOf(cards)).toEqual(["ACTIVE", "ACTIVE"]);
  });
});

describe("while blocking needs a second person", () => {
  it("does nothing before the approval, and then starts by itself", async () => {
    const cards = await issueCards(3);
    const { runId, requestId } = await requestStart(cards);
    expect(await startRun(newId(), { runId, count: 3 })).toMatchObject({ error: { code: "refused" } });
    expect(await startBlockRun(newId(), { runId, count: 3, reason: "stolen" })).toMatchObject({
      error: { code: "approval-required" },
    });
    await workOnRuns();
    expect(await statusesOf(cards)).toEqual(["ACTIVE", "ACTIVE", "ACTIVE"]);

    await approvals.as("admin");
    expect((await read(runId)).run).toMatchObject({ state: "planned", requestId, isYours: false });
    expect(unwrap(await getRuns({ before: null })).runs[0]?.id).toBe(runId);
    const { review, canDecide } = unwrap(await getApproval({ requestId }));
    expect(canDecide).toBe(true);
    expect(review).toMatchObject({ title: "Block 3 cards" });
    expect(review?.facts).toContainEqual({ name: "Customers", value: "1" });
    expect(review?.consequences[0]).toContain("can’t be undone");

    unwrap(await approvals.approveAs("admin", requestId));
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({
      state: "finished",
      person: "Jonas Weber",
      requestId: null,
      counts: { done: 3 },
    });
    expect(new Set(await statusesOf(cards))).toEqual(new Set(["BLOCKED"]));
    const finished = (await approvals.entriesOf(requestId)).find(({ phase }) => phase === "finish");
    expect(finished).toMatchObject({
      action: "run.start-block",
      actor: "Jonas Weber",
      message: "Requested by Jonas Weber, approved by Ines Duarte.",
    });
  });

  it("does nothing once it is declined", async () => {
    const cards = await issueCards(1);
    const { runId, requestId } = await requestStart(cards);
    await approvals.as("admin");
    unwrap(await declineRequest(newId(), { requestId, comment: "Not these" }));
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "planned", requestId: null });
    expect(await statusesOf(cards)).toEqual(["ACTIVE"]);
  });

  it("does nothing once it has expired", async () => {
    const cards = await issueCards(1);
    const { runId, requestId } = await requestStart(cards);
    await approvals.db.pool.query("update approval_requests set expires_at = now() where id = $1", [
      requestId,
    ]);
    expect(await approvals.approveAs("admin", requestId)).toMatchObject({ ok: false });
    await approvalsJob.run({});
    expect(await approvals.readRequest(requestId)).toMatchObject({ state: "expired" });
    await workOnRuns();
    expect((await read(runId)).run.state).toBe("planned");
    expect(await statusesOf(cards)).toEqual(["ACTIVE"]);
  });

  it("is void once the plan has another number of cards, or was canceled", async () => {
    const cards = await issueCards(2);
    const { runId, requestId } = await requestStart(cards);
    await approvals.db.pool.query(
      "update run_items set state = 'skipped', reason = 'unknown' where run_id = $1 and position = 2",
      [runId],
    );
    expect(await approvals.approveAs("admin", requestId)).toMatchObject({ error: { code: "conflict" } });
    const other = await requestStart(cards);
    unwrap(await controlRun(newId(), { runId: other.runId, to: "canceled" }));
    await approvalsJob.run({});
    for (const id of [requestId, other.requestId])
      expect(await approvals.readRequest(id)).toMatchObject({
        state: "void",
        decision: { comment: "The plan changed since the request. It wasn’t carried out." },
      });
    await workOnRuns();
    expect(await statusesOf(cards)).toEqual(["ACTIVE", "ACTIVE"]);
  });

  it("keeps the plan for as long as the request waits", async () => {
    const cards = await issueCards(1);
    const { runId, requestId } = await requestStart(cards);
    const { pool } = approvals.db;
    await pool.query("update runs set created_at = now() - interval '3 days' where id = $1", [runId]);
    const isKept = async () =>
      Boolean((await pool.query("select from runs where id = $1", [runId])).rowCount);
    await pruneJob.run({});
    expect(await isKept()).toBe(true);
    await approvals.as("admin");
    unwrap(await declineRequest(newId(), { requestId, comment: "Too late" }));
    await pruneJob.run({});
    expect(await isKept()).toBe(false);
  });

  it("lets an admin act alone in an emergency", async () => {
    await approvals.setPolicies(["block"]);
    const cards = await issueCards(1);
    await approvals.as("second-admin");
    const runId = await plan(cards);
    const input = { runId, count: 1, reason: "stolen" };
    const note = { ...REASON, isEmergency: true };
    unwrap(await startBlockRun(newId(), input, note));
    await workOnRuns();
    expect(await statusesOf(cards)).toEqual(["BLOCKED"]);
    expect((await approvals.notificationsOf("admin@cardwell.test"))[0]).toBe(
      "Olu Adeyemi is acting without a second person: Block 1 card",
    );
  });

  it("isn’t an admin’s emergency if the plan is somebody else’s, which stays private", async () => {
    await approvals.setPolicies(["block"]);
    const cards = await issueCards(1);
    await approvals.as("manager");
    const runId = await plan(cards);
    await approvals.as("second-admin");
    const id = newId();
    const input = { runId, count: 1, reason: "stolen" };
    const told = await approvals.notificationsOf("admin@cardwell.test");
    expect(await startBlockRun(id, input, { ...REASON, isEmergency: true })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
    const { pool } = approvals.db;
    expect((await pool.query("select from approval_requests where id = $1", [id])).rowCount).toBe(0);
    expect(await approvals.notificationsOf("admin@cardwell.test")).toEqual(told);
    expect(await getRun({ runId, state: null, after: 0 })).toMatchObject({ error: { code: "not-found" } });
    await approvals.as("manager");
    expect((await read(runId)).run.state).toBe("planned");
  });

  it("is opened to others by its author’s request, not by anybody else’s", async () => {
    const { runId, requestId } = await requestStart(await issueCards(1));
    const admin = await approvals.as("admin");
    unwrap(await declineRequest(newId(), { requestId, comment: "Too late" }));
    expect((await read(runId)).run.id).toBe(runId);
    await approvals.db.pool.query("update approval_requests set requester_id = $2 where id = $1", [
      requestId,
      admin.id,
    ]);
    expect(await getRun({ runId, state: null, after: 0 })).toMatchObject({ error: { code: "not-found" } });
  });
});

describe("cards to block that are named by their last four", () => {
  const planNamed = (names: string) =>
    planRun(newId(), { kind: "block", scope: { names }, reason: "stolen" });
  const startRunOf = async (runId: string) =>
    unwrap(await startBlockRun(newId(), { runId, count: 1, reason: "stolen" }));

  /** Of which no other card has the last four. */
  async function issueUnique(): Promise<Card> {
    for (;;) {
      const [card] = (await issueCards(1)) as [Card];
      const cards = await listAll<Card>(approvals.sandbox, "cards");
      if (cards.filter(({ lastFour }) => lastFour === card.lastFour).length === 1) return card;
    }
  }

  it("wait until the issuer’s newest card is synced, because it may end in the same digits", async () => {
    await approvals.as("manager");
    const { lastFour } = await issueUnique();
    await approvals.issueCard();
    expect(await planNamed(lastFour)).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("new cards") },
    });
    await catchUp(approvals.listSyncs());
    expect(unwrap(await planNamed(lastFour))).toMatchObject({ runId: expect.any(String) });
  });

  it("aren’t planned while the issuer can’t be asked, but cards with an ID are", async () => {
    await approvals.as("manager");
    const { id, lastFour } = await issueUnique();
    const fault = { type: "status", status: 429, retryAfterSeconds: 0 };
    await approvals.addFault({ method: "GET", path: "/cards/", times: 100, fault });
    expect(await planNamed(lastFour)).toMatchObject({ error: { code: "throttled" } });
    expect(unwrap(await planNamed(id))).toMatchObject({ runId: expect.any(String) });
    await approvals.clearFaults();
  });

  it("aren’t blocked if their details break the contract, and don’t keep the run from its end", async () => {
    await approvals.as("manager");
    const [other] = (await issueCards(1)) as [Card];
    const card = await issueUnique();
    const { runId } = unwrap(await planNamed(`${card.lastFour}\n${other.id}`));
    await breakReadsOf(card);
    unwrap(await startBlockRun(newId(), { runId, count: 2, reason: "stolen" }));
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { done: 1, failed: 1 } });
    await approvals.clearFaults();
    expect(await statusesOf([card, other])).toEqual(["ACTIVE", "BLOCKED"]);
    const again = unwrap(await retryRun(newId(), { runId }));
    await startRunOf(again.runId);
    await workOnRuns();
    expect(await approvals.statusOf(card.id)).toBe("BLOCKED");
  });

  it("aren’t blocked once they end in other digits, however often they are tried", async () => {
    await approvals.as("manager");
    const { id, lastFour } = await issueUnique();
    const { runId } = unwrap(await planNamed(lastFour));
    const renewOption = "NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE";
    expect((await approvals.sandbox.api("PUT", `/cards/${id}/replace/`, { renewOption })).status).toBe(200);
    await startRunOf(runId);
    await workOnRuns();
    const { run, items } = await read(runId);
    expect(run.counts).toMatchObject({ done: 0, failed: 1 });
    expect(items[0]?.reason).toContain(`no longer ends in ${lastFour}`);
    const again = unwrap(await retryRun(newId(), { runId }));
    await startRunOf(again.runId);
    await workOnRuns();
    expect((await read(again.runId)).run.counts).toMatchObject({ done: 0, failed: 1 });
    expect(await approvals.statusOf(id)).toBe("ACTIVE");
    // Whoever also gave the ID meant this card.
    const certain = unwrap(await planNamed(`${id}\n${lastFour}`));
    expect((await read(certain.runId)).items[0]).toMatchObject({ cardId: id, state: "waiting" });
  });
});
