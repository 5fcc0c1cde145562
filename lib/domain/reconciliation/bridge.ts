import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { DayResult } from "./day-result";

/** From our transactions to the settlement, in the order in which it is drawn. */
export const BRIDGE_PARTS = {
  purchases: "Purchases",
  refunds: "Refunds",
  exchange: "Exchange fees",
  fees: "Other fees",
  timing: "Timing",
  unexplained: "Unexplained",
} as const;
export type BridgePart = keyof typeof BRIDGE_PARTS;

/** Amounts are exact decimals; what leaves the master account is positive. The parts add up to `settled`. */
export type Bridge = { currency: string; parts: { name: BridgePart; amount: string }[]; settled: string };

export type ComparedDay = { day: IsoDate; result: DayResult | null };
type Period = { from: IsoDate; to: IsoDate };

/**
 * `days` must include the days after the period that settle its transactions; those of the period itself make up the
 * settlement. Timing is what another period's file settles, or doesn't settle yet.
 */
export function bridgeOf(days: readonly ComparedDay[], { from, to }: Period): Bridge[] {
  const sums = new Map<string, Record<BridgePart | "settled", bigint>>();
  const add = (currency: string, part: BridgePart | "settled", amount: string, sign = 1n) => {
    const sum = sums.get(currency) ?? emptySums();
    sum[part] += sign * (toMillionths(amount) ?? 0n);
    sums.set(currency, sum);
  };
  const compared = days.filter(({ day, result }) => result && day >= from && day <= to);
  // A day of the period that wasn't compared has no purchases here, so what it settles elsewhere is timing, too.
  const counted = new Set(compared.map(({ day }) => day));
  for (const { day, result } of days) {
    if (!result) continue;
    for (const { madeOn, currency, amount } of result.arrivals) {
      if (counted.has(day) && !counted.has(madeOn)) add(currency, "timing", amount);
      if (!counted.has(day) && counted.has(madeOn)) add(currency, "timing", amount, -1n);
    }
    if (!counted.has(day)) continue;
    for (const { currency, purchased, refunded, waitingAmount } of result.records) {
      add(currency, "purchases", purchased);
      add(currency, "refunds", refunded, -1n);
      add(currency, "timing", waitingAmount, -1n);
    }
    for (const { event, currency, fees, effect } of result.events) {
      // The fee report says what was charged; without it, only the file does.
      if (!result.reportedFees) add(currency, "fees", fees, event === "refund" ? 1n : -1n);
      add(currency, "settled", effect, -1n);
    }
    for (const { currency, amount, exchange } of result.reportedFees ?? []) {
      add(currency, "exchange", exchange, -1n);
      add(currency, "fees", amount, -1n);
      add(currency, "fees", exchange);
    }
  }
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, sum]) => {
      const explained = sum.purchases + sum.refunds + sum.fees + sum.exchange + sum.timing;
      const amounts = { ...sum, unexplained: sum.settled - explained };
      const names = Object.keys(BRIDGE_PARTS) as BridgePart[];
      return {
        currency,
        parts: names.map((name) => ({ name, amount: fromMillionths(amounts[name]) })),
        settled: fromMillionths(sum.settled),
      };
    });
}

function emptySums(): Record<BridgePart | "settled", bigint> {
  return { purchases: 0n, refunds: 0n, fees: 0n, exchange: 0n, timing: 0n, unexplained: 0n, settled: 0n };
}
