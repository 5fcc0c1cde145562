import { describe, expect, it } from "vitest";
import { describeStatusChange, isSuperseded, latestSnapshot } from "./card-status";

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 19, 5, second)).toISOString();
const snapshot = (status: string, second: number) => ({ status, readAt: at(second) });
const FROZEN_HERE = snapshot("FROZEN", 28);

describe("the latest snapshot of a card's status", () => {
  it("is the one that was read last, by anyone", () => {
    expect(latestSnapshot(snapshot("ACTIVE", 20), FROZEN_HERE)).toBe(FROZEN_HERE);
    const later = snapshot("ACTIVE", 40);
    expect(latestSnapshot(later, FROZEN_HERE, null)).toBe(later);
    expect(latestSnapshot(snapshot("ACTIVE", 20), FROZEN_HERE, undefined, later)).toBe(later);
  });
});

describe("a confirmation", () => {
  it("is current while the page shows an earlier snapshot or the same status", () => {
    expect(isSuperseded(FROZEN_HERE, snapshot("ACTIVE", 20))).toBe(false);
    expect(isSuperseded(FROZEN_HERE, snapshot("FROZEN", 40))).toBe(false);
  });

  it("is superseded by a later snapshot, even with the status from before", () => {
    expect(isSuperseded(FROZEN_HERE, snapshot("ACTIVE", 40))).toBe(true);
    expect(isSuperseded(FROZEN_HERE, snapshot("BLOCKED", 40))).toBe(true);
  });

  it("is superseded by a new number, whatever the status", () => {
    const confirmed = { ...FROZEN_HERE, lastFour: "7425" };
    expect(isSuperseded(confirmed, { ...snapshot("FROZEN", 40), lastFour: "0707" })).toBe(true);
    expect(isSuperseded(confirmed, { ...snapshot("FROZEN", 40), lastFour: "7425" })).toBe(false);
    expect(isSuperseded(confirmed, snapshot("FROZEN", 40))).toBe(false);
    expect(isSuperseded(confirmed, { ...snapshot("FROZEN", 20), lastFour: "0707" })).toBe(false);
  });

  it("is superseded if the card was unfrozen and frozen again", () => {
    expect(isSuperseded(FROZEN_HERE, { ...snapshot("FROZEN", 40), since: at(35) })).toBe(true);
    expect(isSuperseded(FROZEN_HERE, { ...snapshot("FROZEN", 40), since: at(28) })).toBe(false);
  });
});

it("describes who changed a card with the verb of its new status", () => {
  const words = { card: "this card", time: "19:05:28 UTC" };
  const jonas = { by: "Jonas Weber", isYou: false, isCertain: true };
  expect(describeStatusChange("BLOCKED", jonas, words)).toBe("Jonas Weber blocked this card at 19:05:28 UTC");
  expect(describeStatusChange("EXPIRED", jonas, words)).toBe("Jonas Weber changed this card at 19:05:28 UTC");
  expect(describeStatusChange("BLOCKED", { ...jonas, isCertain: false }, words)).toBe(
    "Jonas Weber requested a block of this card at 19:05:28 UTC",
  );
  expect(describeStatusChange("FROZEN", { ...jonas, by: null }, words)).toBe(
    "This card was frozen outside Cardwell, detected at 19:05:28 UTC",
  );
});
