import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dismissAllAttention } from "@/lib/actions/dismiss-all-attention";
import { dismissAttention } from "@/lib/actions/dismiss-attention";
import { resolveOperation } from "@/lib/actions/resolve-operation";
import { restoreAttention } from "@/lib/actions/restore-attention";
import { appendAudit } from "@/lib/audit/append";
import { beginOperation, finishOperation } from "@/lib/audit/operations";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { FROZEN_BEFORE } from "@/lib/db/card-index-tables";
import { MIGRATIONS } from "@/lib/db/migrations";
import { MAX_COUNTED } from "@/lib/domain/cards/attention-items";
import { failure, success } from "@/lib/domain/result";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import type { Database } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { signInAs } from "@/testing/sign-in-as";
import { CHANGED_OUTSIDE } from "./attention-sql";
import { listDismissed } from "./dismissals";
import {
  listBlockedWithoutReplacement,
  listChangedOutside,
  listFrozenBefore,
  listFrozenTooLong,
  listUnknownOutcomes,
} from "./list-attention";

let db: Database;
let managerId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  ({ personId: managerId } = await signInAs("manager"));
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(() => db.pool.query("delete from indexed_cards; delete from dismissals; delete from operations"));

describe("a card that stays frozen", () => {
  it("appears after seven days, not earlier", async () => {
    const old = await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 7.01 });
    await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 6.99 });
    await indexCard(db.pool, { status: "ACTIVE", statusDaysAgo: 30 });
    const { items, total } = await listFrozenTooLong();
    expect(items.map(({ card }) => card.id)).toEqual([old.id]);
    expect(items[0]).toMatchObject({
      since: expect.any(String),
      card: { holder: "Ada Lovelace", lastFour: "4471" },
    });
    expect(total).toBe(1);
  });

  it("is listed separately if it was already frozen when first synced", async () => {
    const before = await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 8 });
    await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 6 });
    expect(await listFrozenTooLong()).toEqual({ items: [], total: 0, fingerprint: null });
    expect(await listFrozenBefore()).toMatchObject({
      items: [{ key: `frozen-before:${before.id}`, card: { id: before.id } }],
      total: 1,
    });
  });

  it("stays dismissed when it moves to the separate list", async () => {
    const card = await indexCard(db.pool, { status: "FROZEN" });
    await db.pool.query("insert into dismissals (key, reason, person_id) values ($1, 'known', $2)", [
      `frozen:${card.id}:before`,
      managerId,
    ]);
    await db.pool.query("delete from migrations where name = $1", [FROZEN_BEFORE.name]);
    await migrate(db.pool, MIGRATIONS);
    expect((await listFrozenBefore()).total).toBe(0);
    expect(await listDismissed()).toMatchObject([{ kind: "frozen-before", card: { id: card.id } }]);
  });

  it("disappears when it is unfrozen or blocked", async () => {
    const card = await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 9 });
    await indexCard(db.pool, { ...card, status: "ACTIVE", statusDaysAgo: 0 });
    expect((await listFrozenTooLong()).total).toBe(0);
  });

  it("lists the five newest and counts the rest up to the limit", async () => {
    for (let days = 10; days < 18; days += 1)
      await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: days });
    const { items, total } = await listFrozenTooLong();
    expect(items).toHaveLength(5);
    expect(total).toBe(8);
    const days = items.map(({ since }) => Math.round((Date.now() - Date.parse(since ?? "")) / 86_400_000));
    expect(days).toEqual([10, 11, 12, 13, 14]);
    await db.pool.query(
      `insert into indexed_cards select md5(n::text), currency, last_four, customer_id, cardholder_name, card_name, card_design,
         card_type, status, created, created_at, holder_key, words, read_at, first_seen_at, status_since, walk
       from (select * from indexed_cards limit 1) c, generate_series(1, 1500) n`,
    );
    expect((await listFrozenTooLong()).total).toBe(MAX_COUNTED + 1);
  });
});

describe("a blocked card", () => {
  it("appears until its customer has a newer usable card of the same type", async () => {
    const blocked = await indexCard(db.pool, { status: "BLOCKED", statusDaysAgo: 1 });
    const ids = async () => (await listBlockedWithoutReplacement()).items.map(({ card }) => card.id);
    expect(await ids()).toEqual([blocked.id]);
    const { customer } = blocked;
    await indexCard(db.pool, { customer, createdDaysAgo: 50 });
    await indexCard(db.pool, { customer, createdDaysAgo: 1, type: "physical" });
    await indexCard(db.pool, { customer, createdDaysAgo: 1, status: "BLOCKED" });
    expect(await ids()).toEqual([blocked.id]);
    await indexCard(db.pool, { customer, createdDaysAgo: 0.5 });
    expect(await ids()).toEqual([]);
  });

  it("doesn't appear if it was blocked because the account was closed", async () => {
    const block = async (reason: string) => {
      const card = await indexCard(db.pool, { status: "BLOCKED", statusDaysAgo: 1 });
      const actor = { id: managerId, name: "Mina Reyes", role: "support" as const };
      const input = { cardId: card.id, reason };
      const intent = { operationId: randomUUID(), actor, action: "card.block", target: card.id, input };
      await beginOperation({ ...intent, address: null });
      await finishOperation({ ...intent, address: null }, success({}), {}, 10);
      return card.id;
    };
    await block("account closed");
    await block("ACCOUNT_CLOSED");
    const replaced = [];
    for (const reason of ["lost", "stolen", "fraud suspected", "never arrived", "ate it"])
      replaced.push(await block(reason));
    const elsewhere = await indexCard(db.pool, { status: "BLOCKED", statusDaysAgo: 1 });
    const { items } = await listBlockedWithoutReplacement(true);
    expect(items.map(({ card }) => card.id).sort()).toEqual([...replaced, elsewhere.id].sort());
  });

  it("doesn't appear if it was blocked long ago or before the first sync", async () => {
    await indexCard(db.pool, { status: "BLOCKED", statusDaysAgo: 31 });
    await indexCard(db.pool, { status: "BLOCKED", statusDaysAgo: null, createdDaysAgo: 3 });
    expect((await listBlockedWithoutReplacement()).total).toBe(0);
  });
});

describe("a change made elsewhere", () => {
  it("appears for thirty days with the status before and after, newest first", async () => {
    const card = await indexCard(db.pool, { status: "BLOCKED" });
    const write = (daysAgo: number, target: string) =>
      inTransaction(db.pool, (client) =>
        appendAudit(client, {
          phase: "event",
          action: CHANGED_OUTSIDE,
          outcome: "succeeded",
          target,
          atMs: Date.now() - daysAgo * 86_400_000,
          before: { status: "ACTIVE" },
          after: { status: "BLOCKED" },
          message: "Changed outside Cardwell: ACTIVE → BLOCKED",
        }),
      );
    await write(31, "long-ago");
    await write(2, "not-indexed");
    await write(0, card.id);
    const { items, total } = await listChangedOutside();
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { cardId: card.id, card: { id: card.id }, before: "ACTIVE", after: "BLOCKED" },
      { cardId: "not-indexed", card: null },
    ]);
  });
});

describe("an unknown outcome", () => {
  async function leaveUnknown(attempts: number): Promise<string> {
    const operationId = randomUUID();
    const actor = { id: managerId, name: "Mina Reyes", role: "support" as const };
    const intent = { operationId, actor, action: "card.create", target: null, input: {}, address: null };
    await beginOperation(intent);
    const lost = {
      code: "unknown-outcome",
      message: "No answer came.",
      requestId: "r",
      retry: "unsafe",
    } as const;
    await finishOperation(intent, failure(lost), {}, 10);
    await db.pool.query("update operations set attempts = $2 where id = $1", [operationId, attempts]);
    return operationId;
  }

  it("appears at once, and needs manual resolution after the last attempt", async () => {
    const looking = await leaveUnknown(1);
    const stuck = await leaveUnknown(MAX_INCONCLUSIVE_ATTEMPTS);
    const { items } = await listUnknownOutcomes(MAX_INCONCLUSIVE_ATTEMPTS);
    const needs = Object.fromEntries(
      items.map(({ operationId, needsManualResolution }) => [operationId, needsManualResolution]),
    );
    expect(needs).toEqual({ [looking]: false, [stuck]: true });
    expect(items[0]?.person).toBe(DEMO_PEOPLE.manager.name);
  });

  it.each([
    [true, "succeeded"],
    [false, "failed"],
  ])(
    "can be resolved manually (happened: %s) only once, and the audit log names the person",
    async (happened, state) => {
      const operationId = await leaveUnknown(MAX_INCONCLUSIVE_ATTEMPTS);
      const resolved = await resolveOperation(randomUUID(), {
        operationId,
        happened,
        reason: "asked the issuer",
      });
      expect(resolved).toMatchObject({ ok: true });
      expect((await listUnknownOutcomes(MAX_INCONCLUSIVE_ATTEMPTS)).total).toBe(0);
      const { rows } = await db.pool.query("select state from operations where id = $1", [operationId]);
      expect(rows).toEqual([{ state }]);
      const log = await db.pool.query(
        "select outcome, body from audit where operation_id = $1 order by seq desc limit 1",
        [operationId],
      );
      expect(log.rows[0]).toMatchObject({
        outcome: state,
        body: expect.stringContaining("asked the issuer"),
      });
      expect(JSON.parse(log.rows[0].body)).toMatchObject({
        actor: { name: "Mina Reyes" },
        message: expect.stringMatching(`^Resolved by ${DEMO_PEOPLE.manager.name} as `),
      });
      expect(
        await resolveOperation(randomUUID(), { operationId, happened: !happened, reason: "no, the other" }),
      ).toMatchObject({ ok: false, error: { code: "conflict" } });
    },
  );

  it("can be dismissed while it is open", async () => {
    const operationId = await leaveUnknown(MAX_INCONCLUSIVE_ATTEMPTS);
    const dismissal = { key: `unknown:${operationId}`, reason: "a test card" };
    expect(await dismissAttention(randomUUID(), dismissal)).toMatchObject({ ok: true });
    expect((await listUnknownOutcomes(MAX_INCONCLUSIVE_ATTEMPTS)).total).toBe(0);
  });

  it("can't be resolved manually while attempts are left", async () => {
    const operationId = await leaveUnknown(MAX_INCONCLUSIVE_ATTEMPTS - 1);
    expect(
      await resolveOperation(randomUUID(), { operationId, happened: true, reason: "I think so" }),
    ).toMatchObject({ ok: false, error: { code: "in-progress" } });
    expect((await listUnknownOutcomes(MAX_INCONCLUSIVE_ATTEMPTS)).total).toBe(1);
  });
});

describe("an expanded kind", () => {
  it("lists more than its newest five items", async () => {
    for (let card = 0; card < 13; card += 1)
      await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 8 });
    expect((await listFrozenBefore()).items).toHaveLength(5);
    expect((await listFrozenBefore(true)).items).toHaveLength(13);
  });
});

describe("a dismissed item", () => {
  async function seenFrozenBefore(): Promise<string> {
    return (await listFrozenBefore()).fingerprint ?? "";
  }

  it("disappears for everyone, names the person and the reason, and reappears when it happens again", async () => {
    const card = await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 20 });
    await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 21 });
    const item = (await listFrozenTooLong()).items[0];
    expect(item?.card.id).toBe(card.id);
    await dismissAttention(randomUUID(), { key: item?.key ?? "", reason: " on holiday until May " });
    const left = await listFrozenTooLong();
    expect(left.total).toBe(1);
    expect(left.items.map(({ card }) => card.id)).not.toContain(card.id);
    expect(await listDismissed()).toMatchObject([
      {
        kind: "frozen",
        subject: card.id,
        card: { id: card.id },
        reason: "on holiday until May",
        person: DEMO_PEOPLE.manager.name,
      },
    ]);
    await indexCard(db.pool, { ...card, statusDaysAgo: 8 });
    expect((await listFrozenTooLong()).total).toBe(2);
  });

  it("reappears and leaves the list of dismissals when it is restored", async () => {
    const card = await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 20 });
    const key = (await listFrozenTooLong()).items[0]?.key ?? "";
    await dismissAttention(randomUUID(), { key, reason: "by mistake" });
    await restoreAttention(randomUUID(), { key });
    expect((await listFrozenTooLong()).items.map((item) => item.card.id)).toEqual([card.id]);
    expect(await listDismissed()).toEqual([]);
  });

  it("can be dismissed with all items of its kind, for one reason and in one audit entry", async () => {
    for (let card = 0; card < 27; card += 1)
      await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 8 });
    await indexCard(db.pool, { status: "FROZEN", statusDaysAgo: 20 });
    expect((await listFrozenBefore()).total).toBe(27);
    const fingerprint = await seenFrozenBefore();
    const reason = "frozen by the program before we came";
    expect(
      await dismissAllAttention(randomUUID(), { kind: "frozen-before", fingerprint, reason }),
    ).toMatchObject({ ok: true, data: { dismissed: 27 } });
    expect((await listFrozenBefore()).total).toBe(0);
    expect((await listFrozenTooLong()).total).toBe(1);
    expect((await listAudit({ action: "attention.dismiss-all" }, { limit: 2 })).rows).toMatchObject([
      { actor: { id: managerId }, input: { kind: "frozen-before", reason }, after: { dismissed: 27 } },
    ]);

    const dismissed = await listDismissed();
    expect(dismissed).toMatchObject([{ kind: "frozen-before", count: 27, reason }]);
    await restoreAttention(randomUUID(), { key: dismissed[0]?.key ?? "" });
    expect((await listFrozenBefore()).total).toBe(27);
  });

  it("is not dismissed if the list has changed since the person saw it", async () => {
    const resolved = await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 8 });
    await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 9 });
    const all = { kind: "frozen-before", reason: "known" } as const;
    const dismiss = (fingerprint: string) => dismissAllAttention(randomUUID(), { ...all, fingerprint });
    const seen = await seenFrozenBefore();
    // The same number of items, but one of them is different.
    await db.pool.query("update indexed_cards set status = 'ACTIVE' where id = $1", [resolved.id]);
    await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 10 });
    expect(await dismiss(seen)).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect((await listFrozenBefore()).total).toBe(2);
    const seenAnew = await seenFrozenBefore();
    expect(await dismiss(seenAnew)).toMatchObject({ ok: true, data: { dismissed: 2 } });
    expect(await dismiss(seenAnew)).toMatchObject({ ok: true, data: { dismissed: 0 } });
    expect(
      await dismissAllAttention(randomUUID(), { ...all, kind: "unknown" as "changed", fingerprint: seen }),
    ).toMatchObject({ ok: false, error: { code: "invalid" } });
  });

  it("must exist: an item can't be dismissed before it appears", async () => {
    const frozen = await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 1 });
    for (const key of ["frozen:zzz", `unknown:${randomUUID()}`, `frozen-before:${frozen.id}`])
      expect(await dismissAttention(randomUUID(), { key, reason: "noise" })).toMatchObject({
        ok: false,
        error: { code: "conflict" },
      });
    expect(await listDismissed()).toEqual([]);
  });

  it("is dismissed only once, and the second response says so", async () => {
    await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 8 });
    const key = (await listFrozenBefore()).items[0]?.key ?? "";
    const dismiss = () => dismissAttention(randomUUID(), { key, reason: "known" });
    expect(await dismiss()).toMatchObject({ ok: true, data: { dismissed: 1 } });
    expect(await dismiss()).toMatchObject({ ok: true, data: { dismissed: 0 } });
    expect(await listDismissed()).toHaveLength(1);
  });

  it("needs a valid key and a reason", async () => {
    for (const input of [
      { key: "frozen:", reason: "x" },
      { key: "issuer:unreachable", reason: "x" },
      { key: "frozen:card:before", reason: "  " },
      { key: "frozen:card:before", reason: "x".repeat(201) },
    ])
      expect(await dismissAttention(randomUUID(), input)).toMatchObject({
        ok: false,
        error: { code: "invalid" },
      });
    expect(await listDismissed()).toEqual([]);
    for (const key of ["", "frozen:", "frozen:\0:before", "x".repeat(200)])
      expect(await restoreAttention(randomUUID(), { key })).toMatchObject({
        ok: false,
        error: { code: "invalid" },
      });
  });
});
