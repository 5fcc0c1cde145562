import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent, recordSending } from "@/lib/audit/operations";
import { beginCopy } from "@/lib/backup/begin-copy";
import type { Card } from "@/lib/contract/card";
import { success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  intent,
  NO_RESPONSE,
  newRequest,
  OLD_ENOUGH_SECONDS,
  openTestOperations,
  type TestOperations,
} from "@/testing/unknown-operations";
import { resolveOperationsJob } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

/** Longer than the time after which an action's process is considered dead. */
const ABANDONED_SECONDS = 120;

async function beginFreeze(): Promise<{ card: Card; operation: Intent }> {
  const card = await operations.create(sampleConsumerRequest());
  const operation = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await beginOperation(operation);
  return { card, operation };
}

async function statusOf({ id }: Card): Promise<string> {
  return (await operations.program.sandbox.api<Card>("GET", `/cards/${id}/`)).body.status;
}

describe("a request that was sent long after its operation began", () => {
  it("is not resolved as failed before the issuer's maximum processing time since sending", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await beginOperation(operation);
    await operations.advanceTime(OLD_ENOUGH_SECONDS);
    const fault = { type: "drop" };
    await operations.program.addFault({ method: "POST", path: "/cards/", times: 1, fault });
    const result = await issuer().createCard(request, () => recordSending(operation.operationId));
    expect(result).toMatchObject({ failure: { kind: "unknown-outcome" } });
    await finishOperation(operation, NO_RESPONSE, {}, 10_000);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await operations.advanceTime(OLD_ENOUGH_SECONDS);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("is found by its sending time", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await beginOperation(operation);
    await operations.advanceTime(86_400);
    await operations.program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    await issuer().createCard(request, () => recordSending(operation.operationId));
    await finishOperation(operation, NO_RESPONSE, {}, 10_000);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("succeeded");
  });

  it("is not resolved as failed by a check that began before it was sent again", async () => {
    const { card, operation } = await beginFreeze();
    await recordSending(operation.operationId);
    await operations.advanceTime(ABANDONED_SECONDS);
    const fault = { type: "delay", ms: 500 };
    await operations.program.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
    const reading = resolveOperationsJob.run({});
    await expect.poll(() => operations.program.countFaults(), { interval: 5 }).toBe(0);
    expect(await recordSending(operation.operationId)).toBe(true);
    await reading;
    expect((await operations.readOperation(operation)).state).toBe("unknown");
    await issuer().freezeCard(card.id, true);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("succeeded");
  });
});

describe("an operation that was never sent is resolved as failed", () => {
  it("although the issuer was away at the first check, and a colleague has done the same since", async () => {
    const { card, operation } = await beginFreeze();
    await operations.advanceTime(ABANDONED_SECONDS);
    const fault = { type: "status", status: 503 };
    await operations.program.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 4, fault });
    await operations.resolve();
    await operations.program.clearFaults();
    const colleague = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(colleague);
    await issuer().freezeCard(card.id, true, () => recordSending(colleague.operationId));
    await finishOperation(colleague, success({}), {}, 10);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("although an identical card was created elsewhere", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await beginOperation(operation);
    await operations.create(request);
    await operations.advanceTime(ABANDONED_SECONDS);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("and asks no person, although it is a reissue", async () => {
    const card = await operations.create(sampleConsumerRequest({ cardType: "virtual" }));
    const request = { renewOption: "CALCULATE_NEW_EXPIRY_DATE" };
    const operation = intent("card.reissue", { cardId: card.id, request }, card.id);
    await beginOperation(operation);
    await operations.advanceTime(ABANDONED_SECONDS);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });
});

it("a request that was sent after the backup was taken isn't recorded as failed in the restored copy", async () => {
  const request = newRequest();
  const create = createIntent(request);
  await beginOperation(create);
  const { card, operation: freeze } = await beginFreeze();
  await beginCopy(operations.program.db.pool);
  // The one that the backup is of records its sending in its own database.
  const { id } = await operations.create(request);
  await issuer().freezeCard(card.id, true);
  await operations.advanceTime(ABANDONED_SECONDS);
  await operations.resolve();
  expect(await operations.readOperation(create)).toMatchObject({ state: "succeeded", target: id });
  expect((await operations.readOperation(freeze)).state).toBe("succeeded");
});

it("a request is not sent once its operation has been resolved", async () => {
  const { card, operation } = await beginFreeze();
  await operations.advanceTime(ABANDONED_SECONDS);
  await operations.resolve();
  expect((await operations.readOperation(operation)).state).toBe("failed");
  const result = await issuer().freezeCard(card.id, true, () => recordSending(operation.operationId));
  expect(result).toMatchObject({ ok: false, failure: { attempts: 0, retry: "never" } });
  expect(await statusOf(card)).toBe("ACTIVE");
});
