import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recallColumns, rememberColumns } from "./remembered-columns";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const header = ["Ada Lovelace", "City"];

it("recalls the columns of the same header only", () => {
  rememberColumns(header, ["cardName", null]);
  expect(recallColumns(["ada lovelace ", "city"])).toEqual(["cardName", null]);
  expect(recallColumns(["City", "Ada Lovelace"])).toBeNull();
  rememberColumns(header, ["cardName", "city"]);
  expect(recallColumns(header)).toEqual(["cardName", "city"]);
});

it("stores no text of the file", () => {
  rememberColumns(header, ["cardName", "city"]);
  expect([...stored.values()].join()).not.toMatch(/ada|lovelace/i);
});

it("ignores what it can't use", () => {
  for (const text of ["{", "null", '[{"header":1}]', '[{"header":"x","mapping":["no such column"]}]']) {
    stored.set("cardwell-issue-columns", text);
    expect(recallColumns(header)).toBeNull();
  }
  rememberColumns(header, ["city", "city"]);
  expect(recallColumns(header)).toBeNull();
});

it("forgets the oldest headers", () => {
  for (let index = 0; index < 30; index += 1) rememberColumns([`Column ${index}`], ["city"]);
  expect(recallColumns(["Column 29"])).toEqual(["city"]);
  expect(recallColumns(["Column 0"])).toBeNull();
});
