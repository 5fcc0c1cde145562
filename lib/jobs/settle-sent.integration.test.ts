import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent, recordSending } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  intent,
  NO_RESPONSE,
  newRequest,
  OLD_ENOUGH_SECONDS,
  openTestSettlement,
  type TestSettlement,
} from "@/testing/settlement";
import { settleOperationsJob } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.reset());

/** Longer than the time after which an action's process is considered dead. */
const ABANDONED_SECONDS = 120;

async function beginFreeze(): Promise<{ card: Card; operation: Intent }> {
  const card = await settlement.create(sampleConsumerRequest());
  const operation = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await beginOperation(operation);
  return { card, operation };
}

async function statusOf({ id }: Card): Promise<string> {
  return (await settlement.program.sandbox.api<Card>("GET", `/cards/${id}/`)).body.status;
}

describe("a request that was sent long after its operation began", () => {
  it("is not settled as failed before the issuer's maximum processing time since sending", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await beginOperation(operation);
    await settlement.advanceTime(OLD_ENOUGH_SECONDS);
    const fault = { type: "drop" };
    await settlement.program.armFault({ method: "POST", path: "/cards/", times: 1, fault });
    const result = await issuer().createCard(request, () => recordSending(operation.operationId));
    expect(result).toMatchObject({ failure: { kind: "unknown-outcome" } });
    await finishOperation(operation, NO_RESPONSE, {}, 10_000);
    await settlement.settle();
    expect(await settlement.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await settlement.advanceTime(OLD_ENOUGH_SECONDS);
    await settlement.settle();
    expect((await settlement.readOperation(operation)).state).toBe("failed");
  });

  it("is found by its sending time", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await beginOperation(operation);
    await settlement.advanceTime(86_400);
    await settlement.program.armFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    await issuer().createCard(request, () => recordSending(operation.operationId));
    await finishOperation(operation, NO_RESPONSE, {}, 10_000);
    await settlement.settle();
    expect((await settlement.readOperation(operation)).state).toBe("succeeded");
  });

  it("is not settled as failed by a check that began before it was sent", async () => {
    const { card, operation } = await beginFreeze();
    await settlement.advanceTime(ABANDONED_SECONDS);
    const fault = { type: "delay", ms: 500 };
    await settlement.program.armFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
    const reading = settleOperationsJob.run({});
    await expect.poll(() => settlement.program.countFaults(), { interval: 5 }).toBe(0);
    expect(await recordSending(operation.operationId)).toBe(true);
    await reading;
    expect((await settlement.readOperation(operation)).state).toBe("unknown");
    await issuer().freezeCard(card.id, true);
    await settlement.settle();
    expect((await settlement.readOperation(operation)).state).toBe("succeeded");
  });
});

it("a request is not sent once its operation has been settled", async () => {
  const { card, operation } = await beginFreeze();
  await settlement.advanceTime(ABANDONED_SECONDS);
  await settlement.settle();
  expect((await settlement.readOperation(operation)).state).toBe("failed");
  const result = await issuer().freezeCard(card.id, true, () => recordSending(operation.operationId));
  expect(result).toMatchObject({ ok: false, failure: { attempts: 0, retry: "never" } });
  expect(await statusOf(card)).toBe("ACTIVE");
});
