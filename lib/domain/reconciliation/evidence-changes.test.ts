import { describe, expect, it } from "vitest";
import { changeText, findChanges } from "./evidence-changes";
import type { ExceptionLeft, SignOffEvidence } from "./sign-off";

const EVIDENCE: SignOffEvidence = {
  files: [{ type: "daily", date: "2026-10-05", sha256: "aa" }],
  mappings: [],
  days: 1,
  matched: 2,
  rows: 2,
  events: [{ event: "clearing", currency: "USD", rows: 2, billed: "20.00", fees: "0.00", effect: "-20.00" }],
  records: [{ currency: "USD", amount: "20" }],
  checks: [{ name: "opening", day: "2026-10-05", currency: "USD", outcome: "unknown" }],
  exceptionsLeft: [],
};

const exception = (id: string, overrides: Partial<ExceptionLeft> = {}): ExceptionLeft => ({
  id,
  kind: "records-only",
  day: "2026-10-05",
  transactionId: `transaction-${id}`,
  state: "open",
  reason: null,
  currency: "USD",
  difference: "-10",
  ...overrides,
});

const textsOf = (before: Partial<SignOffEvidence>, now: Partial<SignOffEvidence>) =>
  findChanges({ ...EVIDENCE, ...before }, { ...EVIDENCE, ...now }).map(changeText);

describe("what changed since a sign-off", () => {
  it("is nothing if the evidence is the same", () => {
    expect(textsOf({}, {})).toEqual([]);
  });

  it("names a file that was replaced, added, or lost", () => {
    const file = (sha256: string, type = "daily") => ({ type, date: "2026-10-05", sha256 });
    expect(textsOf({}, { files: [file("bb")] })).toEqual([
      "Daily settlement, 5 Oct 2026: SHA-256 aa before, SHA-256 bb now.",
    ]);
    expect(textsOf({}, { files: [file("aa"), file("cc", "fee")] })).toEqual([
      "Cardholder fees, 5 Oct 2026: new, SHA-256 cc.",
    ]);
    expect(textsOf({}, { files: [] })).toEqual(["Daily settlement, 5 Oct 2026: gone, SHA-256 aa before."]);
  });

  it("names counts and totals before and after, to the last digit", () => {
    const [event] = EVIDENCE.events;
    if (!event) throw new Error("The evidence has an event");
    expect(
      textsOf(
        {},
        {
          matched: 1,
          events: [{ ...event, billed: "20.0001", fees: "0.25" }],
          records: [{ currency: "USD", amount: "1234567.001" }],
        },
      ),
    ).toEqual([
      "Matched rows: 2 before, 1 now.",
      "Clearings in USD: 2 rows, billed USD 20.00, fees USD 0.00, effect USD -20.00 before, 2 rows, billed USD 20.0001, fees USD 0.25, effect USD -20.00 now.",
      "Settled by our records in USD: USD 20 before, USD 1,234,567.001 now.",
    ]);
  });

  it("names a check that got worse, not one that agrees or lacks a file now", () => {
    const check = { name: "opening", day: "2026-10-05", currency: "USD" } as const;
    expect(textsOf({}, { checks: [] })).toEqual([]);
    expect(textsOf({}, { checks: [{ ...check, outcome: "differs" }] })).toEqual([
      "The day opens where the one before closed (5 Oct 2026, USD): unknown before, differs now.",
    ]);
    const checks = [{ ...check, outcome: "differs" as const }];
    expect(textsOf({ checks }, {})).toEqual([]);
    expect(
      textsOf({}, { checks: [{ name: "month-sum", day: null, currency: null, outcome: "differs" }] }),
    ).toEqual(["The month is the sum of its days: new, differs."]);
  });

  it("names exceptions that appeared, went, or have another amount, not the work on them", () => {
    const left = [exception("a"), exception("b"), exception("c")];
    const now = [
      exception("a", { state: "explained", reason: "fee" }),
      exception("b", { difference: "-11" }),
      exception("d", { kind: "wrong-day", difference: null }),
    ];
    expect(findChanges({ ...EVIDENCE, exceptionsLeft: left }, EVIDENCE, new Set(["a", "b", "c"]))).toEqual(
      [],
    );
    expect(textsOf({ exceptionsLeft: left }, { exceptionsLeft: now })).toEqual([
      "Exception “In our records only” (transaction transaction-c, 5 Oct 2026): gone, USD -10 before.",
      "Exception “In our records only” (transaction transaction-b, 5 Oct 2026): USD -10 before, USD -11 now.",
      "Exception “Wrong day” (transaction transaction-d, 5 Oct 2026): new, no difference in amount.",
    ]);
  });

  it("doesn’t count an exception that was a matter of timing and is settled", () => {
    const timing = exception("a", { state: "explained", reason: "timing" });
    expect(textsOf({ exceptionsLeft: [timing] }, {})).toEqual([]);
    expect(textsOf({ exceptionsLeft: [{ ...timing, state: "waiting" }] }, {})).toHaveLength(1);
  });

  it("lists the first exceptions and counts the rest", () => {
    const many = Array.from({ length: 60 }, (_, index) => exception(String(index)));
    const texts = textsOf({}, { exceptionsLeft: many });
    expect(texts).toHaveLength(51);
    expect(texts.at(-1)).toBe("Further exceptions: new, 10 changed.");
  });
});
