import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent, keepEvidence } from "@/lib/audit/operations";
import { takeOver } from "@/lib/card-index/take-over";
import { openTestProgram, type TestProgram } from "@/lib/card-index/testing";
import { sampleConsumerRequest } from "@/lib/contract/arbitraries";
import type { Card } from "@/lib/contract/card";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { useSecrets } from "@/lib/db/testing";
import { addDays, toIsoDate } from "@/lib/domain/calendar";
import { failure, type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { finishUnknown } from "./finish-unknown";
import { stopJobs } from "./queue";
import { readCardsCreated } from "./read-cards-created";
import { readBeforeCreate } from "./resolve-create";
import { settleOperationsJob, TRIES } from "./settle-operations";

/** Small, so that a day's cards take several pages. */
const PAGE_SIZE = 3;
/** Longer than the issuer could take over anything at the default deadline. */
const LONG_SECONDS = 60;

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: PAGE_SIZE });
});
afterAll(async () => {
  await stopJobs();
  await program.close();
});
beforeEach(async () => {
  await program.clearFaults();
  await program.db.pool.query("delete from operations");
  await program.db.pool.query("delete from indexed_cards");
  await program.sandbox.empty();
});

const lost = failure({
  code: "unknown-outcome",
  message: "No answer came.",
  requestId: "r",
  retry: "unsafe",
});

function intent(action: string, input: unknown, target: string | null = null): Intent {
  const actor = { id: randomUUID(), name: "Jonas Weber", role: "manager" as const };
  return { operationId: randomUUID(), actor, action, target, input, address: null };
}

function createIntent(request = newRequest()): Intent {
  return intent("card.create", request);
}

function newRequest() {
  return sampleConsumerRequest({ meta: { id: randomUUID() } });
}

/** An operation whose answer was lost, long enough ago to be judged. */
async function leaveUnknown(one: Intent, before: unknown = null, ageSeconds = LONG_SECONDS): Promise<void> {
  await beginOperation(one);
  await keepEvidence(one.operationId, { input: one.input, before });
  await finishOperation(one, lost, {}, 10_000);
  await letTimePass(ageSeconds, one);
}

/** Time passes for what is written down about the operations; nothing waits. */
async function letTimePass(seconds: number, one: Intent | null = null): Promise<void> {
  await program.db.pool.query(
    `update operations set begun_at = begun_at - make_interval(secs => $1),
       next_attempt_at = next_attempt_at - make_interval(secs => $1) where id = coalesce($2, id)`,
    [seconds, one?.operationId ?? null],
  );
}

/** One round of the job, for whatever is due within the hour. */
async function settle(): Promise<void> {
  await program.db.pool.query(
    "update operations set next_attempt_at = now() where next_attempt_at < now() + interval '1 hour'",
  );
  await settleOperationsJob.run({});
}

type Stored = { state: string; attempts: number; target: string | null; result: Result<unknown> };

async function stored(one: Intent): Promise<Stored> {
  const { rows } = await program.db.pool.query(
    "select state, attempts, target, result from operations where id = $1",
    [one.operationId],
  );
  return rows[0];
}

async function create(request: unknown): Promise<Card> {
  return (await program.sandbox.api<Card>("POST", "/cards/", request)).body;
}

describe("a create whose answer was lost", () => {
  it("is found by customer, name and type, on whichever page", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await leaveUnknown(one);
    const card = await create(request);
    for (let other = 0; other < 2 * PAGE_SIZE; other += 1) await create(newRequest());
    await settle();
    expect(await stored(one)).toMatchObject({
      state: "succeeded",
      target: card.id,
      result: { ok: true, data: { id: card.id } },
    });
    expect(await findCustomerProfile(request.meta.id)).toMatchObject({
      kycApplicantId: request.kycApplicantId,
    });
  });

  it("is settled soon after an issuer that was away for long is back, and made one card", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await program.armFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    await beginOperation(one);
    expect(await issuer().createCard(request)).toMatchObject({ failure: { kind: "unknown-outcome" } });
    await finishOperation(one, lost, {}, 10_000);
    await program.armFault({ times: 10_000, fault: { type: "drop" } });
    await letTimePass(150);
    for (let round = 0; round < 3 * TRIES; round += 1) await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await program.clearFaults();
    await expect
      .poll(async () => [await settle(), (await stored(one)).state][1], { timeout: 30_000, interval: 200 })
      .toBe("succeeded");
    const { results } = (await program.sandbox.api<{ results: Card[] }>("GET", "/cards/")).body;
    expect(results.map(({ id }) => id)).toEqual([(await stored(one)).target]);
  });

  it("is not found: it did not happen, and trying again is safe", async () => {
    const one = createIntent();
    await leaveUnknown(one);
    await settle();
    expect(await stored(one)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { retry: "safe" } },
    });
  });

  it("is not called a failure before the issuer's longest processing time is over", async () => {
    const one = createIntent();
    await leaveUnknown(one, null, 0);
    for (let round = 0; round <= TRIES; round += 1) await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await letTimePass(LONG_SECONDS);
    await settle();
    expect((await stored(one)).state).toBe("failed");
  });

  it("is found when it is made while the only page of the list is read", async () => {
    const request = newRequest();
    const today = toIsoDate(new Date());
    let card: Card | null = null;
    const reading = await readCardsCreated(
      { from: addDays(today, -1), to: addDays(today, 1) },
      ({ externalCustomerId }) => externalCustomerId === request.meta.id,
      async () => {
        card ??= await create(request);
      },
    );
    expect(reading).toMatchObject({ is: "complete", cards: [{ id: (card as Card | null)?.id }] });
  });

  it("is not called a failure when only a part of the list could be read", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await leaveUnknown(one);
    await create(request);
    for (let other = 0; other < PAGE_SIZE; other += 1) await create(newRequest());
    // The first is met by the first page, the second by the next.
    for (const fault of [
      { type: "delay", ms: 1 },
      { type: "status", status: 500 },
    ]) {
      await program.armFault({ method: "GET", path: "/cards/", times: 1, fault });
    }
    await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await settle();
    expect((await stored(one)).state).toBe("succeeded");
  });

  it.each([-1_800, -60, 60, 86_400 * 40])("is found when the issuer's clock is %i s off", async (seconds) => {
    await program.sandbox.setClock(new Date(Date.now() + seconds * 1_000).toISOString());
    const request = newRequest();
    const one = createIntent(request);
    await leaveUnknown(one, await readBeforeCreate(request), 0);
    const card = await create(request);
    await letTimePass(LONG_SECONDS);
    await settle();
    expect(await stored(one)).toMatchObject({ state: "succeeded", target: card.id });
  });

  it("is not mistaken for an equal card that was there before", async () => {
    const request = newRequest();
    const earlier = await create(request);
    await takeOver("own", () => issuer().retrieveCard(earlier.id));
    const one = createIntent(request);
    await leaveUnknown(one, await readBeforeCreate(request), 0);
    await settle();
    expect((await stored(one)).state).toBe("unknown");
    const card = await create(request);
    await settle();
    expect(await stored(one)).toMatchObject({ state: "succeeded", target: card.id });
  });

  // The issuer's answers and the index hold such texts masked, or without the control character.
  const altered = [
    { title: "customer", request: sampleConsumerRequest({ meta: { id: "4539578763621486" } }) },
    { title: "customer", request: sampleConsumerRequest({ meta: { id: "CVV 1234" } }) },
    { title: "name", request: sampleConsumerRequest({ preferredCardName: "Card 4539578763621486" }) },
    { title: "customer", request: sampleConsumerRequest({ meta: { id: "customer\t7" } }) },
  ];

  it.each(altered)(
    "is found when what is read of its $title differs from what was sent",
    async ({ request }) => {
      const earlier = await create(request);
      await takeOver("own", () => issuer().retrieveCard(earlier.id));
      const one = createIntent(request);
      await leaveUnknown(one, await readBeforeCreate(request), 0);
      const card = await create(request);
      await letTimePass(LONG_SECONDS);
      await settle();
      expect(await stored(one)).toMatchObject({ state: "succeeded", target: card.id });
    },
  );

  it.each(altered)(
    "is not called a failure when its $title cannot be read as it was sent",
    async ({ request }) => {
      const one = createIntent(request);
      await leaveUnknown(one);
      await settle();
      expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 1 });
    },
  );

  it("is one of two equal ones: one card goes to one of them, and never to both", async () => {
    const request = newRequest();
    const both = [createIntent(request), createIntent(request)];
    for (const one of both) await leaveUnknown(one);
    const card = await create(request);
    await settle();
    await settle();
    const outcomes = await Promise.all(both.map(stored));
    expect(outcomes.map(({ state }) => state).sort()).toEqual(["failed", "succeeded"]);
    expect(outcomes.find(({ state }) => state === "succeeded")?.target).toBe(card.id);
  });

  it("is one of two equal ones: two cards go to one each", async () => {
    const request = newRequest();
    const both = [createIntent(request), createIntent(request)];
    for (const one of both) await leaveUnknown(one);
    const cards = [await create(request), await create(request)];
    await settle();
    await settle();
    const outcomes = await Promise.all(both.map(stored));
    expect(outcomes.map(({ target }) => target).sort()).toEqual(cards.map(({ id }) => id).sort());
  });

  it("leaves a card alone that an operation still under way may have made", async () => {
    const request = newRequest();
    const [one, running] = [createIntent(request), createIntent(request)];
    await leaveUnknown(one);
    await beginOperation(running);
    const card = await create(request);
    await settleOperationsJob.run({});
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await finishOperation(running, success(card), { target: card.id }, 10);
    await settle();
    expect((await stored(one)).state).toBe("failed");
  });

  it("goes to a person when two cards could be it, and the records are still read", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await leaveUnknown(one);
    await create(request);
    await create(request);
    for (let round = 0; round < TRIES; round += 1) await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: TRIES });
    const { rows } = await program.db.pool.query(
      "select next_attempt_at > now() + interval '50 seconds' as is_later from operations where id = $1",
      [one.operationId],
    );
    expect(rows[0].is_later).toBe(true);
  });
});

describe("a reissue whose answer was lost", () => {
  const renewal = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" };

  async function lostReissue(request: object = renewal): Promise<{ card: Card; one: Intent }> {
    const card = await create(sampleConsumerRequest({ cardType: "virtual" }));
    const one = intent("card.reissue", { cardId: card.id, request }, card.id);
    await leaveUnknown(one, { lastFour: card.lastFour });
    return { card, one };
  }

  async function giveNewNumber({ id, lastFour }: Card): Promise<void> {
    // One new number in ten thousand ends in the same four digits.
    for (let now = lastFour; now === lastFour; ) {
      await program.sandbox.api("PUT", `/cards/${id}/replace/`, renewal);
      now = (await program.sandbox.api<Card>("GET", `/cards/${id}/`)).body.lastFour;
    }
  }

  it("shows in the last four digits", async () => {
    const { card, one } = await lostReissue();
    await giveNewNumber(card);
    await settle();
    expect((await stored(one)).state).toBe("succeeded");
  });

  it("is never called a failure: a new number may end in the same four digits", async () => {
    const { one } = await lostReissue();
    await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 1 });
  });

  it("is not settled by a reissue that came after the issuer's longest processing time", async () => {
    const { card, one } = await lostReissue();
    await settle();
    await giveNewNumber(card);
    await settle();
    expect((await stored(one)).state).toBe("unknown");
  });

  it("is not settled by a colleague's reissue", async () => {
    const { card, one } = await lostReissue();
    const other = intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await beginOperation(other);
    await giveNewNumber(card);
    await finishOperation(other, success({}), {}, 10);
    await settle();
    expect((await stored(one)).state).toBe("unknown");
  });

  it("that keeps the number leaves no trace, and goes to a person", async () => {
    const { one } = await lostReissue({ renewOption: "CALCULATE_NEW_EXPIRY_DATE" });
    for (let round = 0; round < TRIES; round += 1) await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: TRIES });
  });
});

describe("an operation whose process died", () => {
  async function crashedFreeze(): Promise<{ card: Card; one: Intent }> {
    const card = await create(sampleConsumerRequest());
    const one = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(one);
    return { card, one };
  }

  it("is settled by the card's status, once no process can be at it any more", async () => {
    const { card, one } = await crashedFreeze();
    await issuer().freezeCard(card.id, true);
    await settleOperationsJob.run({});
    expect((await stored(one)).state).toBe("begun");
    await letTimePass(120);
    await settleOperationsJob.run({});
    expect((await stored(one)).state).toBe("succeeded");
  });

  it("did not happen when the card is as it was", async () => {
    const { one } = await crashedFreeze();
    await letTimePass(120);
    await settle();
    expect((await stored(one)).state).toBe("failed");
  });

  it("may have happened when somebody undid it since", async () => {
    const { card, one } = await crashedFreeze();
    const undone = intent("card.unfreeze", { cardId: card.id, freeze: false }, card.id);
    await beginOperation(undone);
    await finishOperation(undone, success({}), {}, 10);
    await letTimePass(120, one);
    await settle();
    expect((await stored(one)).state).toBe("unknown");
  });

  it("and did nothing at the issuer is said to have been interrupted", async () => {
    const one = intent("person.invite", { name: "New" });
    await beginOperation(one);
    await letTimePass(120);
    await settle();
    expect(await stored(one)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { code: "internal" } },
    });
    const { rows } = await program.db.pool.query(
      "select outcome, body::jsonb ->> 'message' as message from audit where operation_id = $1 and phase = 'finish'",
      [one.operationId],
    );
    expect(rows).toEqual([{ outcome: "failed", message: expect.stringContaining("Interrupted") }]);
  });

  it("and was at the sandbox's controls, which keep no record, goes to a person at once", async () => {
    const one = intent("sandbox.purchase", { amount: 1 });
    await beginOperation(one);
    await letTimePass(120);
    await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: TRIES });
  });

  it("and belonged to a dashboard of an earlier version is settled too", async () => {
    const one = intent("person.invite", { name: "New" });
    // As that version writes it.
    await program.db.pool.query(
      `insert into operations (id, person_id, action, target, input_hash, evidence, state)
       values ($1, $2, $3, null, '', null, 'begun')`,
      [one.operationId, one.actor.id, one.action],
    );
    await settleOperationsJob.run({});
    expect((await stored(one)).state).toBe("begun");
    await letTimePass(450);
    await settleOperationsJob.run({});
    expect((await stored(one)).state).toBe("failed");
  });

  it("and is sealed with a secret that only another dashboard has is left to that one for an hour", async () => {
    const one = createIntent();
    const secret = env().authSecret;
    useSecrets("a secret of another dashboard, long enough");
    await leaveUnknown(one);
    useSecrets(secret);
    await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await letTimePass(3_600);
    await settle();
    expect(await stored(one)).toMatchObject({ state: "unknown", attempts: 1 });
  });
});

describe("several jobs at once", () => {
  it("check an operation once", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await leaveUnknown(one);
    await create(request);
    await create(request);
    await Promise.all([1, 2, 3].map(() => settleOperationsJob.run({})));
    expect((await stored(one)).attempts).toBe(1);
  });

  it("settle the others when one of them cannot be read", async () => {
    const [unreadable, other] = [createIntent(), createIntent()];
    await leaveUnknown(unreadable);
    await leaveUnknown(other);
    await program.db.pool.query("update operations set evidence = 'rubbish' where id = $1", [
      unreadable.operationId,
    ]);
    await settle();
    expect((await stored(unreadable)).state).toBe("unknown");
    expect((await stored(other)).state).toBe("failed");
  });

  it("settle what becomes due while one of them reads for long", async () => {
    const [slow, later] = [createIntent(), createIntent()];
    await leaveUnknown(slow);
    const untouchedFetch = globalThis.fetch;
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    globalThis.fetch = async (...request) => {
      if (!isHeld && new URL(String(request[0])).pathname.endsWith("/cards/")) {
        isHeld = true;
        await isReleased;
      }
      return untouchedFetch(...request);
    };
    const running = settleOperationsJob.run({});
    try {
      await expect.poll(() => isHeld, { timeout: 20_000 }).toBe(true);
      await leaveUnknown(later);
      await expect.poll(async () => (await stored(later)).state, { timeout: 20_000 }).toBe("failed");
      expect((await stored(slow)).state).toBe("unknown");
    } finally {
      globalThis.fetch = untouchedFetch;
      release();
      await running;
    }
  });

  it("never open again what was settled while they were reading", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await leaveUnknown(one);
    await create(request);
    await create(request);
    await program.armFault({ method: "GET", path: "/cards/", times: 1, fault: { type: "delay", ms: 500 } });
    const slow = settleOperationsJob.run({});
    await expect.poll(() => program.countFaults(), { timeout: 20_000, interval: 5 }).toBe(0);
    const operation = { id: one.operationId, person_id: one.actor.id, action: one.action, target: null };
    const isSettled = await finishUnknown(operation, {
      outcome: "succeeded",
      result: success({}),
      cardId: null,
      message: "Settled by hand.",
      actor: one.actor,
    });
    await slow;
    expect(isSettled).toBe(true);
    expect(await stored(one)).toMatchObject({ state: "succeeded", attempts: 0 });
  });
});
