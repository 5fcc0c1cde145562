import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "@/lib/domain/time/calendar";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import type { StoredCard, TransactionRecord } from "./records";

const FIRST_DAY = "2031-02-26";
const DAYS = 6;

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox({ pageSize: 4 });
});
afterAll(() => world.close());

type Seed = { id: string; created: Date };
type Query = { page: number; min_created?: string | undefined; max_created?: string | undefined };

const LISTS = ["cards", "transactions"] as const;
type List = (typeof LISTS)[number];

// Boundaries of a day, and any other second.
const second = fc.oneof(fc.constantFrom(0, 1, 86_399, 86_398, 43_200), fc.integer({ min: 0, max: 86_399 }));
const instant = fc
  .tuple(fc.integer({ min: 0, max: DAYS - 1 }), second)
  .map(([day, second]) => new Date(Date.parse(`${FIRST_DAY}T00:00:00Z`) + (day * 86_400 + second) * 1000));
const seeds = fc.uniqueArray(fc.record({ id: fc.uuid(), created: instant }), {
  maxLength: 40,
  size: "large",
  selector: ({ id }) => id,
});
const day = fc.option(
  fc.integer({ min: -1, max: DAYS }).map((days) => addDays(FIRST_DAY, days)),
  {
    nil: undefined,
  },
);
const window = fc
  .record({ min_created: day, max_created: day })
  .filter(({ min_created, max_created }) => !min_created || !max_created || min_created <= max_created);

async function fill(list: List, batches: readonly (readonly Seed[])[]): Promise<void> {
  await world.reset();
  const holder = card({ id: "00000000-0000-4000-8000-000000000001", created: new Date(0) });
  if (list === "transactions") world.sandbox.write({ cards: [holder] });
  for (const batch of batches)
    world.sandbox.write(
      list === "cards" ? { cards: batch.map(card) } : { transactions: batch.map(purchase) },
    );
}

/** The expected page, computed the slow and obvious way. */
function expectedPage(all: readonly Seed[], { page, min_created, max_created }: Query, pageSize: number) {
  const matches = all
    .filter(({ created }) => {
      const on = created.toISOString().slice(0, 10);
      return on >= (min_created ?? "") && on <= (max_created ?? "9999");
    })
    .sort((a, b) => b.created.getTime() - a.created.getTime() || (b.id > a.id ? 1 : -1));
  return {
    count: matches.length,
    results: matches
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ id, created }) => ({ id, created: formatTimestamp(created) })),
  };
}

function actualPage(list: List, query: Query, pageSize: number) {
  const { count, rows } = world.sandbox.state[list].page(query, pageSize);
  return { count, results: rows.map(({ id, created }) => ({ id, created: formatTimestamp(created) })) };
}

describe.each(LISTS)("the list of %s", (list) => {
  test("returns the same pages as a row-by-row count, for random data and date ranges", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(seeds, { maxLength: 3 }).map((batches) => distinct(batches)),
        fc.array(window, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        async (batches, windows, pageSize) => {
          await fill(list, batches);
          const all = batches.flat();
          for (const bounds of windows) {
            const lastPage = Math.ceil(expectedPage(all, { page: 1, ...bounds }, pageSize).count / pageSize);
            for (let page = 1; page <= lastPage + 1; page++) {
              const query = { page, ...bounds };
              expect(actualPage(list, query, pageSize)).toEqual(expectedPage(all, query, pageSize));
            }
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test("contains every record exactly once when its links are followed", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, window, async (all, { min_created, max_created }) => {
        await fill(list, [all]);
        const filters = Object.entries({ min_created, max_created }).flatMap(([name, value]) =>
          value ? [`${name}=${value}`] : [],
        );
        const visited: string[] = [];
        let path: string | null = `/api/v1/merchant/${list}/?${filters.join("&")}`;
        let previousPath: string | null = null;
        while (path) {
          const {
            body,
          }: { body: { results: Seed[]; next: string | null; previous: string | null; count: number } } =
            await world.call("GET", path);
          visited.push(...body.results.map(({ id }) => id));
          expect(body.previous === null).toBe(previousPath === null);
          for (const link of [body.next, body.previous]) {
            for (const filter of filters) expect(link ?? filter).toContain(filter);
          }
          previousPath = path;
          path = body.next;
        }
        const expected = expectedPage(all, { page: 1, min_created, max_created }, 1000);
        expect(visited).toEqual(expected.results.map(({ id }) => id));
      }),
      { numRuns: 15 },
    );
  });
});

/** IDs are random, but two batches must not share one. */
function distinct(batches: Seed[][]): Seed[][] {
  const seen = new Set<string>();
  return batches.map((batch) => batch.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

function card({ id, created }: Seed): StoredCard {
  return {
    id,
    created,
    currency: "USD",
    externalCustomerId: "customer",
    cardholderName: "Ada Lovelace",
    cardName: "Travel",
    cardDesign: "dsg_midnight",
    cardType: "virtual",
    customerType: "Consumer",
    status: "ACTIVE",
    statusReason: null,
    availableCredit: 0,
    cardNumber: "4000000000000002",
    cvv: "123",
    expiryDate: "2034-01-01",
    credentialsVersion: 1,
    application: null,
  };
}

function purchase({ id, created }: Seed): TransactionRecord {
  return {
    id,
    created,
    externalTransactionId: "1",
    cardId: "00000000-0000-4000-8000-000000000001",
    merchant: "Shop",
    kind: "purchase",
    amount: 1,
    currency: "USD",
    billAmount: 1,
    billCurrency: "USD",
    fxFee: 0,
    atmFee: 0,
    status: "PENDING",
    declineCode: null,
    clearedAt: null,
    refundedAt: null,
  };
}
