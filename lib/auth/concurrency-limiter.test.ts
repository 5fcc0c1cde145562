import { describe, expect, it } from "vitest";
import { createConcurrencyLimiter, QueueFullError } from "./concurrency-limiter";

function createTask() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finish, finished };
}

describe("the concurrency limiter", () => {
  it("never exceeds its limit, even if a task arrives while a slot is passed on", async () => {
    const run = createConcurrencyLimiter(2);
    let running = 0;
    let maxRunning = 0;
    const work = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
    };
    // Each finished task starts another one in the same tick in which its slot is passed on.
    const chain = async (left: number): Promise<void> => {
      await run(work, 1_000);
      if (left > 0) await Promise.all([chain(left - 1), run(work, 1_000)]);
    };
    await Promise.all(Array.from({ length: 8 }, () => chain(20)));
    expect(maxRunning).toBe(2);
  });

  it("runs tasks in order of arrival, and continues after a failed one", async () => {
    const run = createConcurrencyLimiter(1);
    const order: number[] = [];
    const first = createTask();
    const results = Promise.allSettled([
      run(() => first.finished, 10),
      run(() => Promise.reject(new Error("failed")), 10),
      run(async () => order.push(3), 10),
      run(async () => order.push(4), 10),
    ]);
    first.finish();
    expect((await results).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect(order).toEqual([3, 4]);
  });

  it("rejects a task immediately if the queue is full", async () => {
    const run = createConcurrencyLimiter(1);
    const first = createTask();
    const firstRun = run(() => first.finished, 1);
    const queued = run(async () => "served", 1);
    await expect(run(async () => "never", 1)).rejects.toBeInstanceOf(QueueFullError);
    first.finish();
    await firstRun;
    expect(await queued).toBe("served");
    expect(await run(async () => "served again", 1)).toBe("served again");
  });
});
