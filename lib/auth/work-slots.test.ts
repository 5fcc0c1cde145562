import { describe, expect, it } from "vitest";
import { createWorkSlots, QueueFullError } from "./work-slots";

function pieceOfWork() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finish, finished };
}

describe("work slots", () => {
  it("never run more than their number, also when someone arrives as a slot changes hands", async () => {
    const run = createWorkSlots(2);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    };
    // Each one that ends starts another in the very tick in which its slot is handed over.
    const chain = async (left: number): Promise<void> => {
      await run(work, 1_000);
      if (left > 0) await Promise.all([chain(left - 1), run(work, 1_000)]);
    };
    await Promise.all(Array.from({ length: 8 }, () => chain(20)));
    expect(most).toBe(2);
  });

  it("serve in the order of arrival, and go on after work that failed", async () => {
    const run = createWorkSlots(1);
    const order: number[] = [];
    const first = pieceOfWork();
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

  it("refuse at once what would wait in too long a line", async () => {
    const run = createWorkSlots(1);
    const first = pieceOfWork();
    const held = run(() => first.finished, 1);
    const inLine = run(async () => "served", 1);
    await expect(run(async () => "never", 1)).rejects.toBeInstanceOf(QueueFullError);
    first.finish();
    await held;
    expect(await inLine).toBe("served");
    expect(await run(async () => "served again", 1)).toBe("served again");
  });
});
