import { expect, it } from "vitest";
import { maskExample, maskFieldName, maskUnlessCode } from "./mask-example";

it.each([
  ["Ada Lovelace", '"Aaa Aaaaaaaa"'],
  ["Flat 12, SW1Y 4JH", '"Aaaa 00, AA0A 0AA"'],
  ["card 4111 1111 1111 1111", '"aaaa 0000 0000 0000 0000"'],
  ["•••• 4471", '"•••• 0000"'],
  ["٤٢ Élodie 李", '"00 Aaaaaa a"'],
  ["2026-11-15T14:03:22Z", '"0000-00-00T00:00:00Z"'],
  ["a\u0000\ud800\u001b[31m", '"a???[00a"'],
  ["x".repeat(100), `"${"a".repeat(60)}…"`],
  [-64.5, "-00.0"],
  [1e21, "0e+00"],
  [null, "null"],
  [true, "true"],
  [["Ada"], "a list of 1"],
  [{ name: "Ada" }, "an object with 1 field"],
])("shows the shape of %j", (value, shape) => {
  expect(maskExample(value)).toBe(shape);
});

it("shows codes as they are, and nothing else", () => {
  expect(["ON_HOLD", "pending-review"].map(maskUnlessCode)).toEqual(["ON_HOLD", "pending-review"]);
  expect(["Ada", "ADA LOVELACE", "S1", ""].map(maskUnlessCode)).toEqual([
    '"Aaa"',
    '"AAA AAAAAAAA"',
    '"A0"',
    '""',
  ]);
});

it("shows names of fields, but no IDs or addresses", () => {
  expect(["line2", "card_tier", "fx-rate"].map(maskFieldName)).toEqual(["line2", "card_tier", "fx-rate"]);
  expect(["ada@example.com", "c4711", "1\n2", "two words"].map(maskFieldName)).toEqual([
    "aaa@aaaaaaa.aaa",
    "a0000",
    "0 0",
    "aaa aaaaa",
  ]);
});
