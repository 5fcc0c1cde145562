import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "./ids";

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instants = fc.date({
  min: new Date("2000-01-01T00:00:00Z"),
  max: new Date("2099-12-31T23:59:59Z"),
  noInvalidDate: true,
});

test("IDs are version 7 UUIDs and sort by creation time", () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [first, second] = [newId(one), newId(other)];
      expect(first).toMatch(UUID_7);
      if (one.getTime() !== other.getTime()) expect(first < second).toBe(one < other);
    }),
  );
});

test("IDs created at the same time differ", () => {
  const now = new Date();
  expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000);
});
