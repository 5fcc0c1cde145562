import { expect, it } from "vitest";
import { isWithinSize } from "./is-within-size";

const nested = (depth: number) => {
  let value: unknown[] = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

const loop: unknown[] = [];
loop.push(loop);

it.each([
  ["a text", "a".repeat(99)],
  ["a small request", { cardId: "0b9c2f6e", isFrozen: true, note: null }],
  ["nothing", undefined],
])("accepts %s", (_, value) => {
  expect(isWithinSize(value, 100)).toBe(true);
});

it.each([
  ["a long text", "a".repeat(100)],
  ["a long text in a field", { scope: { names: "a".repeat(100) } }],
  ["a long field name", { ["a".repeat(100)]: 1 }],
  ["many short texts", Array.from({ length: 60 }, () => "a")],
  ["deep nesting", nested(100_000)],
  ["what contains itself", loop],
])("refuses %s", (_, value) => {
  expect(isWithinSize(value, 100)).toBe(false);
});
