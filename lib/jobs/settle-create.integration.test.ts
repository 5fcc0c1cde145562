import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation } from "@/lib/audit/operations";
import { recordInIndex } from "@/lib/card-index/record-in-index";
import type { Card } from "@/lib/contract/card";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { addDays, toIsoDate } from "@/lib/domain/calendar";
import { success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  NO_RESPONSE,
  newRequest,
  OLD_ENOUGH_SECONDS,
  openTestSettlement,
  PAGE_SIZE,
  type TestSettlement,
} from "@/testing/settlement";
import { readCardsCreated } from "./read-cards-created";
import { readBeforeCreate } from "./resolve-create";
import { settleOperationsJob, TRIES } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.reset());

describe("a create whose answer was lost", () => {
  it("is found by customer, name and type, on whichever page", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await settlement.createUnknownOperation(one);
    const card = await settlement.create(request);
    for (let other = 0; other < 2 * PAGE_SIZE; other += 1) await settlement.create(newRequest());
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({
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
    await settlement.program.armFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    await beginOperation(one);
    expect(await issuer().createCard(request)).toMatchObject({ failure: { kind: "unknown-outcome" } });
    await finishOperation(one, NO_RESPONSE, {}, 10_000);
    await settlement.program.armFault({ times: 10_000, fault: { type: "drop" } });
    await settlement.advanceTime(150);
    for (let round = 0; round < 3 * TRIES; round += 1) await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await settlement.program.clearFaults();
    await expect
      .poll(async () => [await settlement.settle(), (await settlement.readOperation(one)).state][1], {
        timeout: 30_000,
        interval: 200,
      })
      .toBe("succeeded");
    const { results } = (await settlement.program.sandbox.api<{ results: Card[] }>("GET", "/cards/")).body;
    expect(results.map(({ id }) => id)).toEqual([(await settlement.readOperation(one)).target]);
  });

  it("is not found: it did not happen, and trying again is safe", async () => {
    const one = createIntent();
    await settlement.createUnknownOperation(one);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { retry: "safe" } },
    });
  });

  it("is not called a failure before the issuer's longest processing time is over", async () => {
    const one = createIntent();
    await settlement.createUnknownOperation(one, null, 0);
    for (let round = 0; round <= TRIES; round += 1) await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await settlement.advanceTime(OLD_ENOUGH_SECONDS);
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("failed");
  });

  it("is found when it is made while the only page of the list is read", async () => {
    const request = newRequest();
    const today = toIsoDate(new Date());
    let card: Card | null = null;
    const reading = await readCardsCreated(
      { from: addDays(today, -1), to: addDays(today, 1) },
      ({ externalCustomerId }) => externalCustomerId === request.meta.id,
      async () => {
        card ??= await settlement.create(request);
      },
    );
    expect(reading).toMatchObject({ is: "complete", cards: [{ id: (card as Card | null)?.id }] });
  });

  it("is not called a failure when only a part of the list could be read", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await settlement.createUnknownOperation(one);
    await settlement.create(request);
    for (let other = 0; other < PAGE_SIZE; other += 1) await settlement.create(newRequest());
    // The first is met by the first page, the second by the next.
    for (const fault of [
      { type: "delay", ms: 1 },
      { type: "status", status: 500 },
    ]) {
      await settlement.program.armFault({ method: "GET", path: "/cards/", times: 1, fault });
    }
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("succeeded");
  });

  it.each([-1_800, -60, 60, 86_400 * 40])("is found when the issuer's clock is %i s off", async (seconds) => {
    await settlement.program.sandbox.setClock(new Date(Date.now() + seconds * 1_000).toISOString());
    const request = newRequest();
    const one = createIntent(request);
    await settlement.createUnknownOperation(one, await readBeforeCreate(request), 0);
    const card = await settlement.create(request);
    await settlement.advanceTime(OLD_ENOUGH_SECONDS);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "succeeded", target: card.id });
  });

  it("is not mistaken for an equal card that was there before", async () => {
    const request = newRequest();
    const earlier = await settlement.create(request);
    await recordInIndex("own-change", () => issuer().retrieveCard(earlier.id));
    const one = createIntent(request);
    await settlement.createUnknownOperation(one, await readBeforeCreate(request), 0);
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("unknown");
    const card = await settlement.create(request);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "succeeded", target: card.id });
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
      const earlier = await settlement.create(request);
      await recordInIndex("own-change", () => issuer().retrieveCard(earlier.id));
      const one = createIntent(request);
      await settlement.createUnknownOperation(one, await readBeforeCreate(request), 0);
      const card = await settlement.create(request);
      await settlement.advanceTime(OLD_ENOUGH_SECONDS);
      await settlement.settle();
      expect(await settlement.readOperation(one)).toMatchObject({ state: "succeeded", target: card.id });
    },
  );

  it.each(altered)(
    "is not called a failure when its $title cannot be read as it was sent",
    async ({ request }) => {
      const one = createIntent(request);
      await settlement.createUnknownOperation(one);
      await settlement.settle();
      expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: 1 });
    },
  );

  it("is one of two equal ones: one card goes to one of them, and never to both", async () => {
    const request = newRequest();
    const both = [createIntent(request), createIntent(request)];
    for (const one of both) await settlement.createUnknownOperation(one);
    const card = await settlement.create(request);
    await settlement.settle();
    await settlement.settle();
    const outcomes = await Promise.all(both.map(settlement.readOperation));
    expect(outcomes.map(({ state }) => state).sort()).toEqual(["failed", "succeeded"]);
    expect(outcomes.find(({ state }) => state === "succeeded")?.target).toBe(card.id);
  });

  it("is one of two equal ones: two cards go to one each", async () => {
    const request = newRequest();
    const both = [createIntent(request), createIntent(request)];
    for (const one of both) await settlement.createUnknownOperation(one);
    const cards = [await settlement.create(request), await settlement.create(request)];
    await settlement.settle();
    await settlement.settle();
    const outcomes = await Promise.all(both.map(settlement.readOperation));
    expect(outcomes.map(({ target }) => target).sort()).toEqual(cards.map(({ id }) => id).sort());
  });

  it("leaves a card alone that an operation still under way may have made", async () => {
    const request = newRequest();
    const [one, running] = [createIntent(request), createIntent(request)];
    await settlement.createUnknownOperation(one);
    await beginOperation(running);
    const card = await settlement.create(request);
    await settleOperationsJob.run({});
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await finishOperation(running, success(card), { target: card.id }, 10);
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("failed");
  });

  it("goes to a person when two cards could be it, and the records are still read", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await settlement.createUnknownOperation(one);
    await settlement.create(request);
    await settlement.create(request);
    for (let round = 0; round < TRIES; round += 1) await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: TRIES });
    const { rows } = await settlement.program.db.pool.query(
      "select next_attempt_at > now() + interval '50 seconds' as is_later from operations where id = $1",
      [one.operationId],
    );
    expect(rows[0].is_later).toBe(true);
  });
});
