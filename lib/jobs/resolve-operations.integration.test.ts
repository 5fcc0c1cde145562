import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { success } from "@/lib/domain/result";
import {
  createIntent,
  newRequest,
  openTestOperations,
  type TestOperations,
} from "@/testing/unknown-operations";
import { finishUnknown } from "./finish-unknown";
import { resolveOperationsJob } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

describe("concurrent jobs", () => {
  it("check an operation once", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation);
    await operations.create(request);
    await operations.create(request);
    await Promise.all([1, 2, 3].map(() => resolveOperationsJob.run({})));
    expect((await operations.readOperation(operation)).attempts).toBe(1);
  });

  it("resolve the other operations if one can't be read", async () => {
    const [unreadable, other] = [createIntent(), createIntent()];
    await operations.createUnknownOperation(unreadable);
    await operations.createUnknownOperation(other);
    await operations.program.db.pool.query("update operations set evidence = 'garbage' where id = $1", [
      unreadable.operationId,
    ]);
    await operations.resolve();
    expect((await operations.readOperation(unreadable)).state).toBe("unknown");
    expect((await operations.readOperation(other)).state).toBe("failed");
  });

  it("resolve operations that become due during a long check", async () => {
    const [slow, later] = [createIntent(), createIntent()];
    await operations.createUnknownOperation(slow);
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
    const running = resolveOperationsJob.run({});
    try {
      await expect.poll(() => isPaused).toBe(true);
      await operations.createUnknownOperation(later);
      await expect.poll(async () => (await operations.readOperation(later)).state).toBe("failed");
      expect((await operations.readOperation(slow)).state).toBe("unknown");
    } finally {
      globalThis.fetch = untouchedFetch;
      release();
      await running;
    }
  });

  it("never reopen an operation that was resolved while they were reading", async () => {
    const request = newRequest();
    const operation = createIntent(request);
    await operations.createUnknownOperation(operation);
    await operations.create(request);
    await operations.create(request);
    await operations.program.addFault({
      method: "GET",
      path: "/cards/",
      times: 1,
      fault: { type: "delay", ms: 500 },
    });
    const slow = resolveOperationsJob.run({});
    await expect.poll(() => operations.program.countFaults(), { interval: 5 }).toBe(0);
    const unknownOperation = {
      id: operation.operationId,
      person_id: operation.actor.id,
      action: operation.action,
      target: null,
      sent_at: null,
    };
    const isResolved = await finishUnknown(unknownOperation, {
      outcome: "succeeded",
      result: success({}),
      target: null,
      message: "Resolved by hand.",
    });
    await slow;
    expect(isResolved).toBe(true);
    expect(await operations.readOperation(operation)).toMatchObject({ state: "succeeded", attempts: 0 });
  });
});
