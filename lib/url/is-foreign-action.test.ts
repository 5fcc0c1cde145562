import { expect, it } from "vitest";
import { isForeignAction } from "./is-foreign-action";

const OURS = { host: "cards.example", "next-action": "00" };

const foreign = (method: string, headers: Record<string, string>) => ({
  method,
  headers: new Headers({ host: "cards.example", origin: "https://evil.example", ...headers }),
});

it("detects a form from another site, in which Next would look for an action", () => {
  const form = { "content-type": "multipart/form-data; boundary=x" };
  expect(isForeignAction(foreign("POST", form))).toBe(true);
  expect(isForeignAction(foreign("POST", { ...form, origin: "https://cards.example" }))).toBe(false);
});

it.each([
  ["our own page", { ...OURS, origin: "https://cards.example" }],
  [
    "our own page behind a proxy",
    { ...OURS, host: "10.0.0.7:3000", "x-forwarded-host": "cards.example", origin: "https://cards.example" },
  ],
  ["a program without an origin", OURS],
])("accepts an action from %s", (_, headers) => {
  expect(isForeignAction({ method: "POST", headers: new Headers(headers) })).toBe(false);
});

it("ignores requests that are not actions", () => {
  expect(isForeignAction(foreign("POST", {}))).toBe(false);
});

it.each([
  "https://evil.example",
  "https://cards.example.evil.example",
  "https://cards.example:444",
  "null",
  "no origin",
])("detects an action from another site: %s", (origin) => {
  expect(isForeignAction({ method: "POST", headers: new Headers({ ...OURS, origin }) })).toBe(true);
});
