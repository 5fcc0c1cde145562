import { currencyDecimals } from "@/lib/domain/money";
import type { TransactionRecord } from "@/sandbox/store/records";
import { rateOf, roundFigure } from "./price-list";

const ROOM_ENOUGH = 1.02;
const LATE_APPROVED_SHARE = 0.25;

/** Amounts here are whole smallest units of the card's currency, so that sums are exact. */
export function moneyUnits(currency: string) {
  const unitsPerMajor = 10 ** currencyDecimals(currency);
  const unitsPerDollar = roundFigure(rateOf(currency)) * unitsPerMajor;
  const billUnits = ({ billAmount }: TransactionRecord) => Math.round(billAmount * unitsPerMajor);

  return {
    billUnits,
    toMajor: (units: number) => units / unitsPerMajor,

    /** The limit that a card was given, or the higher one that its spending asked for. `room` is 0 to 1. */
    ampleLimit(limitInDollars: number, spent: number, room: number): number {
      const limit = Math.round(limitInDollars * unitsPerDollar);
      return limit >= spent * ROOM_ENOUGH ? limit : roundUp(spent * (1.1 + room * 0.6));
    },

    /**
     * A limit that runs out: after `spent`, the smallest of the late purchases still fit, and every other costs
     * more than was left even before them. So in whatever order they come, each decline is right.
     */
    tightLimit(spent: number, late: readonly TransactionRecord[]): { limit: number; left: number } {
      const bills = late.map(billUnits).sort((one, other) => one - other);
      let fitting = 0;
      let room = { from: Math.max(1, spent), below: spent + (bills[0] ?? 1) };
      for (let index = 0; index < Math.floor(bills.length * LATE_APPROVED_SHARE); index++) {
        fitting += bills[index] ?? 0;
        const next = bills[index + 1] ?? 0;
        if (next > fitting) room = { from: spent + fitting, below: spent + next };
      }
      const limit = roundestWithin(room.from, room.below);
      return { limit, left: limit - spent };
    },
  };
}

function roundUp(units: number): number {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(units, 1))) - 1));
  return Math.ceil(units / step) * step;
}

/** The roundest whole number from `from` to below `below`. */
function roundestWithin(from: number, below: number): number {
  for (let power = 10 ** Math.ceil(Math.log10(below)); power > 1; power /= 10) {
    for (const step of [power, power / 2, power / 5]) {
      const candidate = Math.ceil(from / step) * step;
      if (candidate < below) return candidate;
    }
  }
  return from;
}
