import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_REASON_MAX_CHARACTERS, BLOCK_REASONS, blockReasonsFor, isFraudReason } from "./block-reason";

describe("block reasons", () => {
  it("include the three of the spec", () => {
    expect(BLOCK_REASONS).toEqual(expect.arrayContaining(["lost", "stolen", "fraud suspected"]));
  });

  it("for a virtual card don't include one about the mail", () => {
    expect(blockReasonsFor("physical")).toEqual(BLOCK_REASONS);
    expect(blockReasonsFor("virtual")).toEqual(["lost", "stolen", "fraud suspected", "account closed"]);
  });

  it("are short enough for the issuer", () => {
    for (const reason of BLOCK_REASONS)
      expect(reason.length).toBeLessThanOrEqual(BLOCK_REASON_MAX_CHARACTERS);
  });

  it.each([
    "fraud suspected",
    "FRAUD_SUSPECTED",
    "Suspected Fraud",
    "suspected-fraud",
    "fraud",
    "fRaUd",
    "reported by the holder as card fraud, 3 November",
  ])("recognizes %j as suspected fraud", (reason) => expect(isFraudReason(reason)).toBe(true));

  it.each(["", "lost", "stolen", "never arrived", "account closed", "frauen", "f-r-a-u-d"])(
    "doesn't recognize %j as suspected fraud",
    (reason) => expect(isFraudReason(reason)).toBe(false),
  );

  it("finds the word anywhere, in any letter case", () => {
    const word = fc.mixedCase(fc.constant("fraud"));
    fc.assert(
      fc.property(fc.string(), word, fc.string(), (before, fraud, after) => {
        expect(isFraudReason(before + fraud + after)).toBe(true);
      }),
    );
  });
});
