import { expect, it } from "vitest";
import { freezeIntent } from "./freeze-intent";

const FREEZE = { cardId: "card-1", freeze: true } as const;
const BEFORE = "2026-03-02T10:00:00.000Z";
const AFTER = "2026-03-02T11:00:00.000Z";

const read = (status: string, readAt: string) => ({ status, readAt });
const unfreeze = (readAt: string) =>
  ({ cardId: "card-1", freeze: false, seen: { status: "FROZEN", readAt } }) as const;

it("a freeze without an answer, pressed again, is the same one", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  expect(freezeIntent(first, FREEZE, read("ACTIVE", BEFORE))).toBe(first);
});

it("a freeze without an answer is the same one while the card is read as frozen", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  expect(freezeIntent(first, FREEZE, read("FROZEN", AFTER))).toBe(first);
});

it("a freeze without an answer is a new one once the card is read as not frozen", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  const second = freezeIntent(first, FREEZE, read("ACTIVE", AFTER));
  expect(second.operationId).not.toBe(first.operationId);
});

it("an unfreeze names the reading that the person decided on, also when it is pressed again", () => {
  const first = freezeIntent(null, unfreeze(BEFORE), read("FROZEN", BEFORE));
  const second = freezeIntent(first, unfreeze(AFTER), read("FROZEN", AFTER));
  expect(second.input).toEqual(unfreeze(AFTER));
  expect(second.operationId).not.toBe(first.operationId);
});

it("the opposite is never the same", () => {
  const first = freezeIntent(null, FREEZE, read("ACTIVE", BEFORE));
  expect(freezeIntent(first, unfreeze(BEFORE), read("FROZEN", BEFORE)).operationId).not.toBe(
    first.operationId,
  );
});
