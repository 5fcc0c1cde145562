import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent, recordSending } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  intent,
  LONG_SECONDS,
  lost,
  newRequest,
  openTestSettlement,
  type TestSettlement,
} from "@/testing/settlement";
import { settleOperationsJob } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.empty());

/** Longer than the time after which an action's process is considered dead. */
const ABANDONED_SECONDS = 120;

async function beginFreeze(): Promise<{ card: Card; one: Intent }> {
  const card = await settlement.create(sampleConsumerRequest());
  const one = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await beginOperation(one);
  return { card, one };
}

async function statusOf({ id }: Card): Promise<string> {
  return (await settlement.program.sandbox.api<Card>("GET", `/cards/${id}/`)).body.status;
}

describe("a request that was sent long after its operation began", () => {
  it("is not settled as failed before the issuer's maximum processing time since sending", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await beginOperation(one);
    await settlement.letTimePass(LONG_SECONDS);
    const fault = { type: "drop" };
    await settlement.program.armFault({ method: "POST", path: "/cards/", times: 1, fault });
    const answered = await issuer().createCard(request, () => recordSending(one.operationId));
    expect(answered).toMatchObject({ failure: { kind: "unknown-outcome" } });
    await finishOperation(one, lost, {}, 10_000);
    await settlement.settle();
    expect(await settlement.stored(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await settlement.letTimePass(LONG_SECONDS);
    await settlement.settle();
    expect((await settlement.stored(one)).state).toBe("failed");
  });

  it("is found by its sending time", async () => {
    const request = newRequest();
    const one = createIntent(request);
    await beginOperation(one);
    await settlement.letTimePass(86_400);
    await settlement.program.armFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    await issuer().createCard(request, () => recordSending(one.operationId));
    await finishOperation(one, lost, {}, 10_000);
    await settlement.settle();
    expect((await settlement.stored(one)).state).toBe("succeeded");
  });

  it("is not settled as failed by a check that began before it was sent", async () => {
    const { card, one } = await beginFreeze();
    await settlement.letTimePass(ABANDONED_SECONDS);
    const fault = { type: "delay", ms: 500 };
    await settlement.program.armFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
    const reading = settleOperationsJob.run({});
    await expect.poll(() => settlement.program.countFaults(), { interval: 5 }).toBe(0);
    expect(await recordSending(one.operationId)).toBe(true);
    await reading;
    expect((await settlement.stored(one)).state).toBe("unknown");
    await issuer().freezeCard(card.id, true);
    await settlement.settle();
    expect((await settlement.stored(one)).state).toBe("succeeded");
  });
});

it("a request is not sent once its operation has been settled", async () => {
  const { card, one } = await beginFreeze();
  await settlement.letTimePass(ABANDONED_SECONDS);
  await settlement.settle();
  expect((await settlement.stored(one)).state).toBe("failed");
  const answered = await issuer().freezeCard(card.id, true, () => recordSending(one.operationId));
  expect(answered).toMatchObject({ ok: false, failure: { attempts: 0, retry: "never" } });
  expect(await statusOf(card)).toBe("ACTIVE");
});
