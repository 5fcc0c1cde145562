import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchByLastFour } from "./last-four-search";
import { mayHoldCardSecret } from "./may-hold-card-secret";

describe("a search by card number", () => {
  it.each([
    ["4242 4242 4242 4242", "4242"],
    ["4111111111111111", "1111"],
    ["4111-1111-1111-1111", "1111"],
    ["378282246310005", "0005"],
    ["Ada 4111 1111 1111 1111", "Ada 1111"],
    ["4111 1111 1111 1111 12/27 cvv 123", "1111 12/27 cvv •••"],
    ["41111111111111111227", "1111"],
    ["٤١١١ ١١١١ ١١١١ ١١١١", "1111"],
  ])("%j becomes a search by its last four", (typed, searched) => {
    expect(searchByLastFour(typed)).toBe(searched);
  });

  it("also shortens an incomplete or mistyped number", () => {
    expect(searchByLastFour("4111 1111 1111 1")).toBe("1111");
    expect(searchByLastFour("411111111111111")).toBe("1111");
    expect(searchByLastFour("4111 1111 1111 1112")).toBe("1112");
  });

  it.each([
    "",
    "5106",
    "Ada Lovelace",
    "4111 1111 1111",
    "cust_81158",
    "+49 170 1234567",
    "0b8f7a52-4111-4111-8111-111111111111",
    "1794700000000",
    "9101234567890123",
    // IDs of a program with numbered customers, one of them with a valid check digit.
    "7000000000000009",
    "5000000000009",
    // A masked customer ID, as the lists show it.
    "•••• 1111~0f3a9c2b71",
    // A customer ID with a valid check digit that no card scheme uses.
    "7000000000091111",
  ])("leaves %j unchanged", (typed) => {
    expect(searchByLastFour(typed)).toBe(typed);
  });

  it("doesn't change its own result, and changes only what the quick check notices", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789 -.cv") }), (typed) => {
        const searched = searchByLastFour(typed);
        expect(searchByLastFour(searched)).toBe(searched);
        // Otherwise the search box would send it before the code that shortens it has loaded.
        if (searched !== typed) expect(mayHoldCardSecret(typed)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
