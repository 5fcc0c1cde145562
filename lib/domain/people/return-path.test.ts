import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath } from "./return-path";

const ORIGIN = "https://cards.example.com";

/** Where a browser on the sign-in page would go. */
const destination = (input: unknown) => new URL(returnPath(input), `${ORIGIN}/login`);

describe("returnPath", () => {
  it.each([
    ["/", "/"],
    ["/cards", "/cards"],
    ["/audit?outcome=denied", "/audit?outcome=denied"],
    ["/cards/../audit", "/audit"],
    ["/customers/a%2Fb?tab=cards&x=%2F%2Fevil", "/customers/a%2Fb?tab=cards&x=%2F%2Fevil"],
    ["/cards?search=//evil.example", "/cards?search=//evil.example"],
    ["/cards#row", "/cards"],
  ])("keeps %s", (input, path) => {
    expect(returnPath(input)).toBe(path);
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
  ])("returns the home page instead of %j", (input) => {
    expect(returnPath(input)).toBe("/");
  });

  it.each([[undefined], [null], [7], [["/cards", "/audit"]], [{}]])(
    "returns the home page for %j, which is not a path",
    (input) => {
      expect(returnPath(input)).toBe("/");
    },
  );

  it("stays on this origin for any input, and doesn't change its own result", () => {
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
      fc.property(fc.oneof(tricky, fc.webUrl(), fc.string()), (input) => {
        expect(destination(input).origin).toBe(ORIGIN);
        expect(returnPath(returnPath(input))).toBe(returnPath(input));
      }),
      { numRuns: 2_000 },
    );
  });
});
