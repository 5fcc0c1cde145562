import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "./ids";

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instants = fc.date({
  min: new Date("2000-01-01T00:00:00Z"),
  max: new Date("2099-12-31T23:59:59Z"),
  noInvalidDate: true,
});

test("an id is a UUID of version 7, and ids made later sort later", () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [first, second] = [newId(one), newId(other)];
      expect(first).toMatch(UUID_7);
      if (one.getTime() !== other.getTime()) expect(first < second).toBe(one < other);
    }),
  );
});

test("ids of one moment differ", () => {
  const now = new Date();
  expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000);
});
