import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultExpiry } from "@/lib/domain/time/calendar";
import {
  DEFAULT_RENEW_OPTION,
  isCompromised,
  needsCustomExpiry,
  REISSUE_CAUSE_OPTIONS,
  REISSUE_CAUSES,
  RENEW_OPTIONS,
  RENEWAL_OPTIONS,
  type RenewOption,
  reissueCauses,
  renewedExpiry,
} from "./renewal";

const TODAY = "2026-11-15";
const CURRENT = "2027-04-30";
const CUSTOM = "2031-07-01";
const THREE_YEARS_FROM_NOW = "2029-11-15";

// The table of spec 4.6: card number, expiry, CVV, use case, and the resulting expiry.
const TABLE: [
  RenewOption,
  "same" | "new",
  "same" | "three-years" | "custom",
  "same" | "new",
  string,
  string,
][] = [
  ["IDENTICAL_TO_THE_CURRENT_CARD", "same", "same", "same", "Damaged card", CURRENT],
  ["CALCULATE_NEW_EXPIRY_DATE", "same", "three-years", "new", "Extend expiry", THREE_YEARS_FROM_NOW],
  ["NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE", "new", "same", "new", "Fraud", CURRENT],
  ["NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE", "new", "three-years", "new", "Fraud", THREE_YEARS_FROM_NOW],
  ["SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", "same", "custom", "new", "Extend expiry", CUSTOM],
  ["NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", "new", "custom", "new", "Fraud", CUSTOM],
];

describe("renewal options", () => {
  it("are the six of the spec", () => {
    expect([...RENEW_OPTIONS].sort()).toEqual(TABLE.map(([option]) => option).sort());
  });

  it.each(TABLE)(
    "%s: number %s, expiry %s, CVV %s (%s)",
    (option, cardNumber, expiry, cvv, useCase, result) => {
      expect(RENEWAL_OPTIONS[option]).toMatchObject({ cardNumber, expiry, cvv, useCase });
      expect(renewedExpiry(option, { today: TODAY, current: CURRENT, custom: CUSTOM })).toBe(result);
      expect(needsCustomExpiry(option)).toBe(expiry === "custom");
    },
  );

  it("default to a new number with a new expiry date", () => {
    expect(DEFAULT_RENEW_OPTION).toBe("NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE");
  });

  it.each(RENEW_OPTIONS)("%s ends the old card exactly if something on it changes", (option) => {
    const { cardNumber, expiry, cvv, oldCardWorks } = RENEWAL_OPTIONS[option];
    expect(oldCardWorks).toBe(cardNumber === "same" && expiry === "same" && cvv === "same");
  });

  it("take the expiry only from today, the card or the request", () => {
    const date = fc
      .date({ min: new Date("2000-01-01"), max: new Date("2900-01-01"), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...RENEW_OPTIONS), date, date, date, (option, today, current, custom) => {
        const expected = { same: current, "three-years": defaultExpiry(today), custom };
        const { expiry } = RENEWAL_OPTIONS[option];
        expect(renewedExpiry(option, { today, current, custom })).toBe(expected[expiry]);
      }),
    );
  });
});

describe("the reason for a reissue", () => {
  it.each(REISSUE_CAUSES)("%s has a recommended option that needs no more input", (cause) => {
    const { cardNumber, oldCardWorks } = RENEWAL_OPTIONS[REISSUE_CAUSE_OPTIONS[cause]];
    expect(needsCustomExpiry(REISSUE_CAUSE_OPTIONS[cause])).toBe(false);
    if (!isCompromised(cause)) return;
    expect(cardNumber).toBe("new");
    expect(oldCardWorks).toBe(false);
  });

  it("changes nothing for a first shipment, which is not offered for a virtual card", () => {
    expect(RENEWAL_OPTIONS[REISSUE_CAUSE_OPTIONS["first shipment"]]).toMatchObject({ oldCardWorks: true });
    expect(reissueCauses({ isPhysical: true })).toEqual(REISSUE_CAUSES);
    expect(reissueCauses({ isPhysical: false })).toEqual(["damaged", "lost", "stolen", "fraud", "expiring"]);
  });

  it("keeps everything for a damaged card, and the number for an expiring one", () => {
    expect(RENEWAL_OPTIONS[REISSUE_CAUSE_OPTIONS.damaged]).toMatchObject({ oldCardWorks: true });
    expect(RENEWAL_OPTIONS[REISSUE_CAUSE_OPTIONS.expiring]).toMatchObject({
      cardNumber: "same",
      expiry: "three-years",
    });
  });
});
