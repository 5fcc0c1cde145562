import "server-only";
import { z } from "zod";
import {
  readCardCounts,
  readIssuedDays,
  readLatestDay,
  readTopCustomers,
  readTransactionDays,
} from "@/lib/card-index/figures";
import { type IsoDate, toIsoDate } from "@/lib/domain/calendar";
import { Day } from "@/lib/domain/day";
import { type DayRange, RANGE_CHOICES, resolveRange } from "@/lib/domain/day-range";
import type { TopCustomer } from "@/lib/domain/figures";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

const TOP = 8;
/** Reading a long list takes at most this share of the time, however many pages ask for it. */
const SHARE = 20;
const MOST_KEPT = 50;

export const RangeInput = z.object({
  range: z.enum(RANGE_CHOICES),
  from: Day.nullable(),
  to: Day.nullable(),
});

/** The days that are meant. Today is the issuer's, where its clock is ahead of ours. */
export async function resolveShownRange(
  asked: z.output<typeof RangeInput>,
): Promise<{ today: IsoDate; range: DayRange }> {
  const latest = await readLatestDay();
  const ours = toIsoDate(new Date());
  const today = latest && latest > ours ? latest : ours;
  return { today, range: resolveRange(asked, today) };
}

/** The program in figures: from sums that are kept, so that they cost the same at any number of cards. */
export const getFigures = defineQuery({
  name: "the program's figures",
  permission: "cards.read",
  input: RangeInput,
  async run({ input }) {
    const { today, range } = await resolveShownRange(input);
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
      await keepWhileCostly(`${range.from}/${range.to}/${currency}`, () =>
        readTopCustomers(range, currency, TOP),
      ),
    ),
});

type Kept = { answer: Promise<TopCustomer[]>; until: number };

const kept = new Map<string, Kept>();

/** What took long to read is kept for a multiple of that time; what took no time is read anew. */
async function keepWhileCostly(key: string, read: () => Promise<TopCustomer[]>): Promise<TopCustomer[]> {
  const found = kept.get(key);
  if (found && found.until > performance.now()) return found.answer;
  const startedAt = performance.now();
  const entry: Kept = { answer: read(), until: Number.POSITIVE_INFINITY };
  kept.delete(key);
  kept.set(key, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  try {
    const answer = await entry.answer;
    const endedAt = performance.now();
    entry.until = endedAt + (endedAt - startedAt) * SHARE;
    return answer;
  } catch (error) {
    if (kept.get(key) === entry) kept.delete(key);
    throw error;
  }
}
