import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { RATES_TO_DOLLAR } from "@/sandbox/domain/pricing";
import { DEMO, findCardFlaw, findTransactionFlaw, generateWorld, groupByCard } from "@/testing/demo-world";
import { demoWorld } from "./demo-world";

// Generating worlds is slow on a machine that runs other tests.
vi.setConfig({ testTimeout: 60_000 });

const demo = generateWorld();

describe("the same seed", () => {
  it("gives the same world every time", () => {
    expect(generateWorld()).toEqual(demo);
    const world = demoWorld(DEMO);
    expect([...world.batches]).toEqual([...world.batches]);
  });

  it.each([
    "2026-03-17T00:00:00Z",
    "2026-03-18T23:59:59.999Z",
    "2026-03-21T09:00:00Z",
    "2026-03-22T09:00:00Z",
    "2028-02-29T12:00:00Z",
  ])("gives the same world apart from times at %s", (now) => {
    expect(withoutTimes(generateWorld({ now: new Date(now) }))).toEqual(withoutTimes(demo));
  });

  it("differs from another seed", () => {
    expect(generateWorld({ seed: 1 }).cards[0]?.id).not.toBe(demo.cards[0]?.id);
    expect(generateWorld({ seed: 2 ** 32 + DEMO.seed }).cards[0]?.id).not.toBe(demo.cards[0]?.id);
  });

  function withoutTimes({ cards, transactions }: ReturnType<typeof generateWorld>) {
    return {
      cards: cards.map(({ created, expiryDate, ...rest }) => rest),
      transactions: transactions.map(({ created, clearedAt, refundedAt, ...rest }) => ({
        ...rest,
        isCleared: clearedAt !== null,
        isRefunded: refundedAt !== null,
      })),
    };
  }
});

describe("exact counts", () => {
  it.each([
    [0, 0],
    [0, 100],
    [1, 0],
    [1, 1],
    [1, 997],
    [3, 2],
    [7, 101],
    [256, 256],
    [257, 1],
    [513, 5003],
  ])("%i cards and %i transactions", (cards, transactions) => {
    const world = generateWorld({ cards, transactions });
    expect(world.cards).toHaveLength(cards);
    expect(world.transactions).toHaveLength(cards === 0 ? 0 : transactions);
  });

  it("also hold if the only card would have no activity", () => {
    const counts = Array.from({ length: 60 }, (_, seed) =>
      generateWorld({ seed, cards: 1, transactions: 3 }),
    );
    expect(new Set(counts.map(({ transactions }) => transactions.length))).toEqual(new Set([3]));
  });
});

describe("any world", () => {
  it("is consistent for any seed, size, time and currency", () => {
    const requests = fc.record({
      seed: fc.integer(),
      now: fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true }),
      currency: fc.constantFrom(...Object.keys(RATES_TO_DOLLAR)),
      cards: fc.integer({ min: 0, max: 120 }),
      transactions: fc.integer({ min: 0, max: 1500 }),
    });
    fc.assert(
      fc.property(requests, (request) => {
        const { cards, transactions } = generateWorld(request);
        const byCardId = groupByCard(transactions);
        const flaws = [
          ...transactions.map((transaction) => findTransactionFlaw(transaction, request)),
          ...cards.map((card) => findCardFlaw(card, byCardId.get(card.id) ?? [], request)),
        ];
        expect(flaws.filter((flaw) => flaw !== null)).toEqual([]);
        const ids = [...cards, ...transactions].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 60, examples: [[{ ...DEMO, now: new Date("2027-01-01T00:00:00Z"), cards: 130 }]] },
    );
  });

  it("is consistent at the size of the demo", () => {
    const byCardId = groupByCard(demo.transactions);
    const flaws = demo.cards.map((card) => findCardFlaw(card, byCardId.get(card.id) ?? [], DEMO));
    expect(flaws.filter((flaw) => flaw !== null)).toEqual([]);
  });

  it.each([
    ["JPY", 0],
    ["USD", 2],
    ["KWD", 3],
  ])("is billed in %s to %i decimals", (currency, decimals) => {
    const { cards, transactions } = generateWorld({ currency });
    const amounts = [
      ...cards.map(({ availableCredit }) => availableCredit),
      ...transactions.map(({ billAmount }) => billAmount),
    ];
    const longest = Math.max(...amounts.map((amount) => String(amount).split(".")[1]?.length ?? 0));
    expect(longest).toBe(decimals);
  });

  it("cannot be billed in a currency without a rate", () => {
    expect(() => demoWorld({ ...DEMO, currency: "XAU" })).toThrow("XAU");
    expect([...demoWorld({ ...DEMO, currency: "XAU", cards: 0 }).batches]).toEqual([]);
  });
});

describe("a huge world", () => {
  it("yields its first batch immediately", () => {
    const { batches } = demoWorld({ ...DEMO, cards: 1_000_000, transactions: 10_000_000 });
    const [first] = batches;
    expect(first?.cards.length).toBeGreaterThan(0);
  });

  it("yields batches of limited size, however busy its cards are", () => {
    const sizes = [...demoWorld({ ...DEMO, cards: 300, transactions: 60_000 }).batches].map(
      ({ cards, transactions }) => cards.length + transactions.length,
    );
    expect(Math.max(...sizes)).toBeLessThan(10_000);
  });

  it("stays varied, and is never in memory all at once", () => {
    const collectGarbage = garbageCollector();
    const customers = new Map<string, string>();
    let [cards, largestBatch, heapHalfway] = [0, 0, 0];
    for (const batch of demoWorld({ ...DEMO, cards: 50_000, transactions: 100_000 }).batches) {
      cards += batch.cards.length;
      largestBatch = Math.max(largestBatch, batch.cards.length + batch.transactions.length);
      for (const card of batch.cards) customers.set(card.externalCustomerId, card.cardholderName);
      if (heapHalfway === 0 && cards > 25_000) heapHalfway = collectGarbage();
    }
    expect(cards).toBe(50_000);
    expect(largestBatch).toBeLessThan(5000);
    expect(customers.size).toBeGreaterThan(20_000);
    expect(new Set(customers.values()).size).toBeGreaterThan(customers.size / 2);
    expect(collectGarbage() - heapHalfway).toBeLessThan(5_000_000);
  });

  function garbageCollector(): () => number {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    return () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
  }
});
