import "server-only";
import { z } from "zod";
import {
  readCardCounts,
  readIssuedDays,
  readLatestDay,
  readTopCustomers,
  readTransactionDays,
} from "@/lib/card-index/read-figures";
import type { TopCustomer } from "@/lib/domain/cards/program-figures";
import { success } from "@/lib/domain/result";
import { type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { Day } from "@/lib/domain/time/day";
import { type DayRange, RANGE_CHOICES, resolveRange } from "@/lib/domain/time/day-range";
import { defineQuery } from "./define-query";

const TOP_CUSTOMERS = 8;
/** A result is cached for this many times as long as it took to read. */
const TTL_FACTOR = 20;
const MAX_CACHED = 50;

export const RangeInput = z.object({
  range: z.enum(RANGE_CHOICES),
  from: Day.nullable(),
  to: Day.nullable(),
});

/** Today is the issuer's date if its clock is ahead of ours. */
export async function resolveRangeInput(
  rangeInput: z.output<typeof RangeInput>,
): Promise<{ today: IsoDate; range: DayRange }> {
  const latest = await readLatestDay();
  const ours = toIsoDate(new Date());
  const today = latest && latest > ours ? latest : ours;
  return { today, range: resolveRange(rangeInput, today) };
}

/** From precomputed totals, so the cost doesn't depend on the number of cards. */
export const getFigures = defineQuery({
  name: "the program's figures",
  permission: "cards.read",
  input: RangeInput,
  async run({ input }) {
    const { today, range } = await resolveRangeInput(input);
    const [cards, issued, transactions] = await Promise.all([
      readCardCounts(),
      readIssuedDays(range),
      readTransactionDays(range),
    ]);
    return success({ today, range, cards, issued, transactions });
  },
});

export const getTopCustomers = defineQuery({
  name: "the top customers",
  permission: "transactions.read",
  input: z.object({ from: Day, to: Day, currency: z.string().max(8) }),
  run: async ({ input: { currency, ...range } }) =>
    success(
      await cacheByCost(`${range.from}/${range.to}/${currency}`, () =>
        readTopCustomers(range, currency, TOP_CUSTOMERS),
      ),
    ),
});

type CacheEntry = { answer: Promise<TopCustomer[]>; until: number };

const cache = new Map<string, CacheEntry>();

/** Slow results are cached for a multiple of their read time; fast ones are read again. */
async function cacheByCost(key: string, read: () => Promise<TopCustomer[]>): Promise<TopCustomer[]> {
  const cached = cache.get(key);
  if (cached && cached.until > performance.now()) return cached.answer;
  const startedAt = performance.now();
  const entry: CacheEntry = { answer: read(), until: Number.POSITIVE_INFINITY };
  cache.delete(key);
  cache.set(key, entry);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  try {
    const answer = await entry.answer;
    const endedAt = performance.now();
    entry.until = endedAt + (endedAt - startedAt) * TTL_FACTOR;
    return answer;
  } catch (error) {
    if (cache.get(key) === entry) cache.delete(key);
    throw error;
  }
}
