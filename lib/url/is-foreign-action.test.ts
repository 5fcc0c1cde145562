import { expect, it } from "vitest";
import { isForeignAction } from "./is-foreign-action";

const OURS = { host: "cards.example", "next-action": "00" };

it.each([
  ["our own page", { ...OURS, origin: "https://cards.example" }],
  [
    "our own page behind a proxy",
    { ...OURS, host: "10.0.0.7:3000", "x-forwarded-host": "cards.example", origin: "https://cards.example" },
  ],
  ["a program that names no page", OURS],
])("lets an action of %s through", (_, headers) => {
  expect(isForeignAction(new Headers(headers))).toBe(false);
});

it("leaves all that is no action alone", () => {
  expect(isForeignAction(new Headers({ host: "cards.example", origin: "https://evil.example" }))).toBe(false);
});

it.each([
  "https://evil.example",
  "https://cards.example.evil.example",
  "https://cards.example:444",
  "null",
  "no origin",
])("knows an action of another site's page: %s", (origin) => {
  expect(isForeignAction(new Headers({ ...OURS, origin }))).toBe(true);
});
