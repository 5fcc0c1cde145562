import { expect, it } from "vitest";
import { freezeIntent } from "./freeze-intent";

const FREEZE = { cardId: "card-1", freeze: true } as const;
const BEFORE = "2026-03-02T10:00:00.000Z";
const AFTER = "2026-03-02T11:00:00.000Z";

const read = (status: string, readAt: string) => ({ status, readAt });
const unfreeze = (readAt: string) =>
  ({ cardId: "card-1", freeze: false, seen: { status: "FROZEN", readAt } }) as const;

it("repeats the same intent for a freeze that got no response", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  expect(freezeIntent(first, FREEZE, read("ACTIVE", BEFORE))).toBe(first);
});

it("repeats the same intent while the card is read as frozen", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  expect(freezeIntent(first, FREEZE, read("FROZEN", AFTER))).toBe(first);
});

it("creates a new intent once the card is read as not frozen", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  const second = freezeIntent(first, FREEZE, read("ACTIVE", AFTER));
  expect(second.operationId).not.toBe(first.operationId);
});

it("sends the reading that the person saw with an unfreeze, also on a retry", () => {
  const first = freezeIntent(null, unfreeze(BEFORE), read("FROZEN", BEFORE));
  const second = freezeIntent(first, unfreeze(AFTER), read("FROZEN", AFTER));
  expect(second.input).toEqual(unfreeze(AFTER));
  expect(second.operationId).not.toBe(first.operationId);
});

it("creates a new intent for the opposite change", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  expect(freezeIntent(first, unfreeze(BEFORE), read("FROZEN", BEFORE)).operationId).not.toBe(
    first.operationId,
  );
});
