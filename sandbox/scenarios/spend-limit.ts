import { currencyDecimals } from "@/lib/domain/money/money";
import type { TransactionRecord } from "@/sandbox/store/records";
import { rateOf, roundToNiceNumber } from "./price-list";

const MIN_HEADROOM = 1.02;
const FITTING_SHARE = 0.25;

/** Amounts are integers in the card currency's minor unit, so that sums are exact. */
export function moneyUnits(currency: string) {
  const unitsPerMajor = 10 ** currencyDecimals(currency);
  const unitsPerDollar = roundToNiceNumber(rateOf(currency)) * unitsPerMajor;
  const billUnits = ({ billAmount }: TransactionRecord) => Math.round(billAmount * unitsPerMajor);

  return {
    billUnits,
    toMajor: (units: number) => units / unitsPerMajor,
    toDollars: (units: number) => units / unitsPerDollar,

    /** The card's limit, or a higher one if its spending needs it. `room`, from 0 to 1, sets how much is left. */
    sufficientLimit(limitInDollars: number, spent: number, room: number): number {
      const limit = Math.round(limitInDollars * unitsPerDollar);
      return limit >= spent * MIN_HEADROOM ? limit : roundUp(spent * (1.1 + room * 0.6));
    },

    /**
     * A limit that the `later` purchases exceed: the smallest of them still fit after `spent`, and each of the
     * others costs more than was left even before them. So each decline is correct, whatever the order.
     */
    tightLimit(spent: number, later: readonly TransactionRecord[]): { limit: number; left: number } {
      const bills = later.map(billUnits).sort((first, second) => first - second);
      let fittingTotal = 0;
      let room = { from: Math.max(1, spent), below: spent + (bills[0] ?? 1) };
      for (let index = 0; index < Math.floor(bills.length * FITTING_SHARE); index++) {
        fittingTotal += bills[index] ?? 0;
        const next = bills[index + 1] ?? 0;
        if (next > fittingTotal) room = { from: spent + fittingTotal, below: spent + next };
      }
      const limit = roundestBetween(room.from, room.below);
      return { limit, left: limit - spent };
    },
  };
}

function roundUp(units: number): number {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(units, 1))) - 1));
  return Math.ceil(units / step) * step;
}

/** The roundest integer in [from, below). */
function roundestBetween(from: number, below: number): number {
  for (let power = 10 ** Math.ceil(Math.log10(below)); power > 1; power /= 10) {
    for (const step of [power, power / 2, power / 5]) {
      const candidate = Math.ceil(from / step) * step;
      if (candidate < below) return candidate;
    }
  }
  return from;
}
