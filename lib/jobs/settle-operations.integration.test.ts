import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { success } from "@/lib/domain/result";
import { createIntent, newRequest, openTestSettlement, type TestSettlement } from "@/testing/settlement";
import { finishUnknown } from "./finish-unknown";
import { settleOperationsJob } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.reset());

describe("concurrent jobs", () => {
  it("check an operation once", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await settlement.createUnknownOperation(operation);
    await settlement.create(request);
    await settlement.create(request);
    await Promise.all([1, 2, 3].map(() => settleOperationsJob.run({})));
    expect((await settlement.readOperation(operation)).attempts).toBe(1);
  });

  it("settle the other operations if one can't be read", async () => {
    const [unreadable, other] = [createIntent(), createIntent()];
    await settlement.createUnknownOperation(unreadable);
    await settlement.createUnknownOperation(other);
    await settlement.program.db.pool.query("update operations set evidence = 'garbage' where id = $1", [
      unreadable.operationId,
    ]);
    await settlement.settle();
    expect((await settlement.readOperation(unreadable)).state).toBe("unknown");
    expect((await settlement.readOperation(other)).state).toBe("failed");
  });

  it("settle operations that become due during a long check", async () => {
    const [slow, later] = [createIntent(), createIntent()];
    await settlement.createUnknownOperation(slow);
    const untouchedFetch = globalThis.fetch;
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isPaused = false;
    globalThis.fetch = async (...request) => {
      if (!isPaused && new URL(String(request[0])).pathname.endsWith("/cards/")) {
        isPaused = true;
        await isReleased;
      }
      return untouchedFetch(...request);
    };
    const running = settleOperationsJob.run({});
    try {
      await expect.poll(() => isPaused).toBe(true);
      await settlement.createUnknownOperation(later);
      await expect.poll(async () => (await settlement.readOperation(later)).state).toBe("failed");
      expect((await settlement.readOperation(slow)).state).toBe("unknown");
    } finally {
      globalThis.fetch = untouchedFetch;
      release();
      await running;
    }
  });

  it("never reopen an operation that was settled while they were reading", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await settlement.createUnknownOperation(operation);
    await settlement.create(request);
    await settlement.create(request);
    await settlement.program.armFault({
      method: "GET",
      path: "/cards/",
      times: 1,
      fault: { type: "delay", ms: 500 },
    });
    const slow = settleOperationsJob.run({});
    await expect.poll(() => settlement.program.countFaults(), { interval: 5 }).toBe(0);
    const unknownOperation = {
      id: operation.operationId,
      person_id: operation.actor.id,
      action: operation.action,
      target: null,
      sent_at: null,
    };
    const isSettled = await finishUnknown(unknownOperation, {
      outcome: "succeeded",
      result: success({}),
      cardId: null,
      message: "Settled by hand.",
    });
    await slow;
    expect(isSettled).toBe(true);
    expect(await settlement.readOperation(operation)).toMatchObject({ state: "succeeded", attempts: 0 });
  });
});
