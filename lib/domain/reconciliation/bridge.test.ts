import { expect, it } from "vitest";
import { bridgeOf, type ComparedDay } from "./bridge";
import type { DayResult } from "./day-result";
import { monthOf } from "./period";

const RESULT: DayResult = {
  matched: 0,
  rows: 0,
  waiting: 0,
  events: [],
  records: [],
  arrivals: [],
  reportedFees: null,
  checks: [],
};

/** All amounts are in USD. `arrivals` are by the day on which the purchases were made. */
function dayOf(
  day: string,
  { purchased = "0", arrivals = {} as Record<string, string>, fees = "0", effect = "0", reported = "" },
): ComparedDay {
  const event = {
    event: "clearing",
    currency: "USD",
    rows: 1,
    billed: "0",
    matched: 1,
    matchedBilled: "0",
  } as const;
  const none = { refunds: 0, refunded: "0", waiting: 0, waitingAmount: "0" };
  return {
    day,
    result: {
      ...RESULT,
      events: [{ ...event, fees, effect }],
      records: [{ currency: "USD", purchases: 1, purchased, ...none }],
      arrivals: Object.entries(arrivals).map(([madeOn, amount]) => ({ madeOn, currency: "USD", amount })),
      reportedFees: reported === "" ? null : [{ currency: "USD", amount: reported, exchange: "0.30" }],
    },
  };
}

const partsOf = (days: ComparedDay[]) => {
  const [bridge] = bridgeOf(days, monthOf("2026-11-01"));
  const parts = bridge?.parts
    .filter(({ amount }) => Number(amount) !== 0)
    .map(({ name, amount }) => [name, amount]);
  return Object.fromEntries(parts ?? []);
};

it("has what another period settles, or settles of this one, as timing", () => {
  const days = [
    dayOf("2026-11-02", { purchased: "100", arrivals: { "2026-10-31": "7" }, effect: "-7" }),
    dayOf("2026-11-03", { arrivals: { "2026-11-02": "90" }, effect: "-90" }),
    dayOf("2026-12-01", { arrivals: { "2026-11-02": "10" }, effect: "-10" }),
  ];
  expect(partsOf(days)).toEqual({ purchases: "100.00", timing: "-3.00" });
});

it("has purchases of a day that wasn’t compared as timing, not as unexplained", () => {
  const days = [
    dayOf("2026-11-02", {
      purchased: "100",
      arrivals: { "2026-11-01": "30", "2026-11-02": "100" },
      effect: "-130",
    }),
    { day: "2026-11-03", result: null },
  ];
  expect(partsOf(days)).toEqual({ purchases: "100.00", timing: "30.00" });
});

it("has the fees of the fee report, or those of the file if there is none", () => {
  const day = (reported: string) => [
    dayOf("2026-11-02", {
      purchased: "10",
      arrivals: { "2026-11-02": "10" },
      fees: "0.50",
      effect: "-9.50",
      reported,
    }),
  ];
  expect(partsOf(day(""))).toEqual({ purchases: "10.00", fees: "-0.50" });
  expect(partsOf(day("0.50"))).toEqual({ purchases: "10.00", exchange: "-0.30", fees: "-0.20" });
  expect(partsOf(day("0.60"))).toEqual({
    purchases: "10.00",
    exchange: "-0.30",
    fees: "-0.30",
    unexplained: "0.10",
  });
});
