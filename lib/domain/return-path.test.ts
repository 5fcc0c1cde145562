import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath } from "./return-path";

const ORIGIN = "https://cards.example.com";

/** Where a browser on the sign-in page would go. */
const destination = (given: unknown) => new URL(returnPath(given), `${ORIGIN}/login`);

describe("returnPath", () => {
  it.each([
    ["/", "/"],
    ["/cards", "/cards"],
    ["/audit?outcome=denied", "/audit?outcome=denied"],
    ["/cards/../audit", "/audit"],
    ["/customers/a%2Fb?tab=cards&x=%2F%2Fevil", "/customers/a%2Fb?tab=cards&x=%2F%2Fevil"],
    ["/cards?search=//evil.example", "/cards?search=//evil.example"],
    ["/cards#row", "/cards"],
  ])("keeps %s", (given, path) => {
    expect(returnPath(given)).toBe(path);
  });

  it.each([
    "/.//evil.example",
    "/x/..//evil.example",
    "/x/../..//evil.example",
    "/%2e//evil.example",
    "/%2E%2e//evil.example",
    "/.\\/evil.example",
    "/.\\\\evil.example",
    "/./\\evil.example",
    "/\t/evil.example",
    "/.\n//evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "///evil.example",
    "https://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "cards",
    "",
  ])("leads home instead of to %j", (given) => {
    expect(returnPath(given)).toBe("/");
  });

  it.each([[undefined], [null], [7], [["/cards", "/audit"]], [{}]])(
    "leads home for %j, which is no path",
    (given) => {
      expect(returnPath(given)).toBe("/");
    },
  );

  it("stays on this origin whatever it is given, and is settled after one pass", () => {
    const part = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2E",
      "%5c",
      "%2f",
      "@",
      ":",
      "?",
      "#",
      "\t",
      "\n",
      " ",
      "x",
    );
    const tricky = fc
      .array(fc.oneof(part, fc.constant("evil.example"), fc.string({ maxLength: 3 })))
      .map((parts) => `/${parts.join("")}`);
    fc.assert(
      fc.property(fc.oneof(tricky, fc.webUrl(), fc.string()), (given) => {
        expect(destination(given).origin).toBe(ORIGIN);
        expect(returnPath(returnPath(given))).toBe(returnPath(given));
      }),
      { numRuns: 2_000 },
    );
  });
});
