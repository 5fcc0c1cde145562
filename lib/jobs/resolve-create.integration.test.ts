import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation } from "@/lib/audit/operations";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import type { Card } from "@/lib/contract/card";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { success } from "@/lib/domain/result";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  NO_RESPONSE,
  newRequest,
  OLD_ENOUGH_SECONDS,
  openTestOperations,
  PAGE_SIZE,
  type TestOperations,
} from "@/testing/unknown-operations";
import { readCardsCreated } from "./read-cards-created";
import { readBeforeCreate } from "./resolve-create";
import { MAX_INCONCLUSIVE_ATTEMPTS, resolveOperationsJob } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

describe("a create whose response was lost", () => {
  it("is found by customer, name and type on any page", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation);
    const card = await operations.create(request);
    for (let other = 0; other < 2 * PAGE_SIZE; other += 1) await operations.create(newRequest());
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "succeeded",
      target: card.id,
      result: { ok: true, data: { id: card.id } },
    });
    expect(await findCustomerProfile(request.meta.id)).toMatchObject({
      kycApplicantId: request.kycApplicantId,
    });
  });

  it("is resolved soon after the issuer recovers from a long outage, and created one card", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await operations.program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    await beginOperation(operation);
    expect(await issuer().createCard(request)).toMatchObject({ failure: { kind: "unknown-outcome" } });
    await finishOperation(operation, NO_RESPONSE, {}, 10_000);
    await operations.program.addFault({ times: 10_000, fault: { type: "drop" } });
    await operations.advanceTime(150);
    for (let round = 0; round < 3 * MAX_INCONCLUSIVE_ATTEMPTS; round += 1) await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await operations.program.clearFaults();
    await expect
      .poll(async () => [await operations.resolve(), (await operations.readOperation(operation)).state][1], {
        timeout: 30_000,
        interval: 200,
      })
      .toBe("succeeded");
    const { results } = (await operations.program.sandbox.api<{ results: Card[] }>("GET", "/cards/")).body;
    expect(results.map(({ id }) => id)).toEqual([(await operations.readOperation(operation)).target]);
  });

  it("is resolved as failed and safe to retry if no card is found", async () => {
    const operation = createIntent();
    await operations.createUnknownOperation(operation);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { retry: "safe" } },
    });
  });

  it("is not resolved as failed before the issuer's maximum processing time is over", async () => {
    const operation = createIntent();
    await operations.createUnknownOperation(operation, null, 0);
    for (let round = 0; round <= MAX_INCONCLUSIVE_ATTEMPTS; round += 1) await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await operations.advanceTime(OLD_ENOUGH_SECONDS);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("is found if the card is created while the only page is read", async () => {
    const request = newRequest();
    const today = toIsoDate(new Date());
    let card: Card | null = null;
    const reading = await readCardsCreated(
      { from: addDays(today, -1), to: addDays(today, 1) },
      ({ externalCustomerId }) => externalCustomerId === request.meta.id,
      async () => {
        card ??= await operations.create(request);
      },
    );
    expect(reading).toMatchObject({ is: "complete", cards: [{ id: (card as Card | null)?.id }] });
  });

  it("is not resolved as failed if only a part of the list could be read", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation);
    await operations.create(request);
    for (let other = 0; other < PAGE_SIZE; other += 1) await operations.create(newRequest());
    // The first fault hits the first page, the second one the next.
    for (const fault of [
      { type: "delay", ms: 1 },
      { type: "status", status: 500 },
    ]) {
      await operations.program.addFault({ method: "GET", path: "/cards/", times: 1, fault });
    }
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("succeeded");
  });

  it.each([-1_800, -60, 60, 86_400 * 40])(
    "is found if the issuer's clock is off by %i s",
    async (seconds) => {
      await operations.program.sandbox.setClock(new Date(Date.now() + seconds * 1_000).toISOString());
      const request = newRequest();
      const operation = createIntent(request);
      await operations.createUnknownOperation(operation, await readBeforeCreate(request), 0);
      const card = await operations.create(request);
      await operations.advanceTime(OLD_ENOUGH_SECONDS);
      await operations.resolve();
      expect(await operations.readOperation(operation)).toMatchObject({
        state: "succeeded",
        target: card.id,
      });
    },
  );

  it("is not matched with an identical card that existed before", async () => {
    const request = newRequest();
    const existing = await operations.create(request);
    await recordInIndex("own-change", () => issuer().retrieveCard(existing.id));
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation, await readBeforeCreate(request), 0);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("unknown");
    const card = await operations.create(request);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "succeeded", target: card.id });
  });

  // Responses and the index contain such text masked or without the control character.
  const altered = [
    { title: "customer", request: sampleConsumerRequest({ meta: { id: "4539578763621486" } }) },
    { title: "customer", request: sampleConsumerRequest({ meta: { id: "CVV 1234" } }) },
    { title: "name", request: sampleConsumerRequest({ preferredCardName: "Card 4539578763621486" }) },
    { title: "customer", request: sampleConsumerRequest({ meta: { id: "customer\t7" } }) },
  ];

  it.each(altered)("is found if its $title is read differently than it was sent", async ({ request }) => {
    const existing = await operations.create(request);
    await recordInIndex("own-change", () => issuer().retrieveCard(existing.id));
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation, await readBeforeCreate(request), 0);
    const card = await operations.create(request);
    await operations.advanceTime(OLD_ENOUGH_SECONDS);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "succeeded", target: card.id });
  });

  it.each(altered)(
    "is not resolved as failed if its $title can't be read as it was sent",
    async ({ request }) => {
      const operation = createIntent(request);
      await operations.createUnknownOperation(operation);
      await operations.resolve();
      expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 1 });
    },
  );

  it("gets the only card of two identical creates at most once", async () => {
    const request = newRequest();
    const both = [createIntent(request), createIntent(request)];
    for (const operation of both) await operations.createUnknownOperation(operation);
    const card = await operations.create(request);
    await operations.resolve();
    await operations.resolve();
    const outcomes = await Promise.all(both.map(operations.readOperation));
    expect(outcomes.map(({ state }) => state).sort()).toEqual(["failed", "succeeded"]);
    expect(outcomes.find(({ state }) => state === "succeeded")?.target).toBe(card.id);
  });

  it("gets one of two cards if two creates are identical", async () => {
    const request = newRequest();
    const both = [createIntent(request), createIntent(request)];
    for (const operation of both) await operations.createUnknownOperation(operation);
    const cards = [await operations.create(request), await operations.create(request)];
    await operations.resolve();
    await operations.resolve();
    const outcomes = await Promise.all(both.map(operations.readOperation));
    expect(outcomes.map(({ target }) => target).sort()).toEqual(cards.map(({ id }) => id).sort());
  });

  it("doesn't claim a card that a running operation may have created", async () => {
    const request = newRequest();
    const [operation, running] = [createIntent(request), createIntent(request)];
    await operations.createUnknownOperation(operation);
    await beginOperation(running);
    const card = await operations.create(request);
    await resolveOperationsJob.run({});
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await finishOperation(running, success(card), { target: card.id }, 10);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("needs a person if two cards match, and the records are still checked", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation);
    await operations.create(request);
    await operations.create(request);
    for (let round = 0; round < MAX_INCONCLUSIVE_ATTEMPTS; round += 1) await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
    const { rows } = await operations.program.db.pool.query(
      "select next_attempt_at > now() + interval '50 seconds' as is_later from operations where id = $1",
      [operation.operationId],
    );
    expect(rows[0].is_later).toBe(true);
  });
});
