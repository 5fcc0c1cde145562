import { describe, expect, it, vi } from "vitest";
import type { Card } from "@/lib/contract/card";
import type { CreatedCards } from "./read-cards-created";
import { shareCardReads } from "./share-card-reads";

const TODAY = { from: "2026-11-16", to: "2026-11-18" };
const YESTERDAY = { from: "2026-11-15", to: "2026-11-17" };
const cards = ["a", "b", "c"].map((id) => ({ id }) as Card);

/** Reads that end when the test says so. */
function controlledReads() {
  const ends: (() => void)[] = [];
  const reads = vi.fn(
    (_: unknown, isMatch: (card: Card) => boolean, onPage: () => Promise<void>) =>
      new Promise<CreatedCards>((resolve) => {
        ends.push(async () => {
          await onPage();
          resolve({ is: "complete", cards: cards.filter(isMatch) });
        });
      }),
  );
  return {
    reads,
    async endNext() {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
      ends.shift()?.();
    },
  };
}

describe("reads of the same days", () => {
  it("are one read for all who ask before it begins, and each gets its own cards", async () => {
    const { reads, endNext } = controlledReads();
    const share = shareCardReads(reads);
    const renew = [vi.fn(async () => undefined), vi.fn(async () => undefined)] as const;
    const results = [
      share(TODAY, ({ id }) => id === "a", renew[0]),
      share(TODAY, ({ id }) => id === "c", renew[1]),
    ];
    await endNext();
    expect(await Promise.all(results)).toEqual([
      { is: "complete", cards: [cards[0]] },
      { is: "complete", cards: [cards[2]] },
    ]);
    expect(reads).toHaveBeenCalledTimes(1);
    for (const renewed of renew) expect(renewed).toHaveBeenCalledTimes(1);
  });

  it("begin after the question: who asks during a read gets the next one", async () => {
    const { reads, endNext } = controlledReads();
    const share = shareCardReads(reads);
    const first = share(
      TODAY,
      () => true,
      async () => undefined,
    );
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1));
    const second = share(
      TODAY,
      () => true,
      async () => undefined,
    );
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
    await endNext();
    await first;
    await endNext();
    expect(await second).toEqual({ is: "complete", cards });
  });

  it.each([
    ["of other days", YESTERDAY],
    ["of the same days", TODAY],
  ])("%s don't wait for one that stalls", async (_, days) => {
    const { reads } = controlledReads();
    const share = shareCardReads(reads);
    void share(
      TODAY,
      () => true,
      async () => undefined,
    );
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1));
    void share(
      days,
      () => true,
      async () => undefined,
    );
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  });

  it("are few at once: who asks then shares the next", async () => {
    const { reads, endNext } = controlledReads();
    const share = shareCardReads(reads);
    for (let count = 1; count <= 4; count += 1) {
      void share(
        TODAY,
        () => true,
        async () => undefined,
      );
      await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(count));
    }
    const later = [1, 2, 3].map(() =>
      share(
        TODAY,
        () => true,
        async () => undefined,
      ),
    );
    await endNext();
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(5));
    for (let count = 0; count < 4; count += 1) await endNext();
    expect(await Promise.all(later)).toEqual(later.map(() => ({ is: "complete", cards })));
    expect(reads).toHaveBeenCalledTimes(5);
  });

  it("begin again after one that failed", async () => {
    const read = vi.fn<() => Promise<CreatedCards>>();
    read.mockRejectedValueOnce(new Error("connection lost")).mockResolvedValueOnce({ is: "unreachable" });
    const share = shareCardReads(read);
    const ask = () =>
      share(
        TODAY,
        () => true,
        async () => undefined,
      );
    await expect(ask()).rejects.toThrow("connection lost");
    expect(await ask()).toEqual({ is: "unreachable" });
  });
});
