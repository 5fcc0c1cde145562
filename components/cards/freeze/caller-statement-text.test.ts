import { describe, expect, it } from "vitest";
import {
  callerStatementText,
  callerStatementTitle,
  countText,
  isCountedAfterFreeze,
  outdatedSentence,
} from "./caller-statement-text";

const TIME = "14:03:22 UTC";

describe("callerStatementText", () => {
  it("says when the card was frozen and that the issuer confirmed it", () => {
    expect(callerStatementText({ status: "FROZEN", lastFour: "4471", previousStatus: "ACTIVE" }, TIME)).toBe(
      "Your card ending in 4471 was frozen at 14:03:22 UTC, confirmed by the issuer.",
    );
  });

  it.each(["FROZEN", null])(
    "gives no time for a freeze that may be someone else's (before: %s)",
    (previousStatus) => {
      expect(callerStatementText({ status: "FROZEN", lastFour: "4471", previousStatus }, TIME)).toBe(
        "Your card ending in 4471 is frozen, confirmed by the issuer at 14:03:22 UTC.",
      );
      expect(callerStatementTitle({ status: "FROZEN", previousStatus }, TIME)).toBe(
        "Frozen, confirmed by the issuer at 14:03:22 UTC",
      );
    },
  );

  it("gives no time for an unfreeze that may be someone else's", () => {
    expect(callerStatementText({ status: "ACTIVE", lastFour: "4471", previousStatus: null }, TIME)).toBe(
      "Your card ending in 4471 can be used, confirmed by the issuer at 14:03:22 UTC.",
    );
  });

  it("has a short form for titles", () => {
    expect(callerStatementTitle({ status: "FROZEN", previousStatus: "ACTIVE" }, TIME)).toBe(
      "Frozen at 14:03:22 UTC, confirmed by the issuer",
    );
    expect(callerStatementTitle({ status: "ACTIVE", previousStatus: "FROZEN" }, TIME)).toBe(
      "Confirmed at 14:03:22 UTC",
    );
  });

  it("states the issuer's status, whatever was requested", () => {
    const card = { lastFour: "4471", previousStatus: "FROZEN" };
    expect(callerStatementText({ ...card, status: "BLOCKED" }, TIME)).toMatch(/permanently blocked/);
    expect(callerStatementText({ ...card, status: "ACTIVE" }, TIME)).toMatch(/can be used again/);
    expect(callerStatementText({ ...card, status: "toString" }, TIME)).toMatch(/is now “toString”/);
  });
});

describe("outdatedSentence", () => {
  const formatTime = (at: string) => `${at.slice(11, 19)} UTC`;
  const CONFIRMED_AT = "2026-11-15T14:03:22.400Z";
  const changed = { status: "ACTIVE", lastFour: "4471", change: null };
  const change = {
    at: "2026-11-15T14:05:01.000Z",
    by: "Jonas Weber",
    isYou: false,
    isRecent: true,
    isCertain: true,
  };

  it("states only the current status", () => {
    expect(outdatedSentence(changed, CONFIRMED_AT, formatTime)).toBe(
      "The card ending in 4471 was changed after 14:03:22 UTC. It is now active.",
    );
    const blocked = { ...changed, status: "BLOCKED" };
    expect(outdatedSentence(blocked, CONFIRMED_AT, formatTime)).toMatch(/now permanently blocked/);
    const unknown = { ...changed, status: "toString" };
    expect(outdatedSentence(unknown, CONFIRMED_AT, formatTime)).toMatch(/now “toString”\.$/);
  });

  it("names both numbers of a reissued card, and not who set its status", () => {
    const reissued = { ...changed, lastFour: "0707", formerLastFour: "4471", change };
    expect(outdatedSentence(reissued, CONFIRMED_AT, formatTime)).toBe(
      "The card ending in 4471 has a new number. It now ends in 0707 and is active.",
    );
  });

  it.each([
    [change, "Jonas Weber unfroze the card ending in 4471 at 14:05:01 UTC. It is now active."],
    [{ ...change, isYou: true }, "You unfroze the card ending in 4471 at 14:05:01 UTC. It is now active."],
    [
      { ...change, by: null },
      "The card ending in 4471 was unfrozen outside Cardwell, detected at 14:05:01 UTC. It is now active.",
    ],
    [
      { ...change, isCertain: false },
      "Jonas Weber requested an unfreeze of the card ending in 4471 at 14:05:01 UTC. It is now active.",
    ],
  ])("says who changed the card and when, if known (%#)", (by, sentence) => {
    expect(outdatedSentence({ ...changed, change: by }, CONFIRMED_AT, formatTime)).toBe(sentence);
  });
});

describe("transactions since a freeze", () => {
  it("are counted by outcome, including unknown ones", () => {
    const counted = { since: null, approved: 0, declined: 2, other: 0, asOf: null };
    expect(countText(counted)).toBe("0 approved, 2 declined");
    expect(countText({ ...counted, other: 1 })).toBe("0 approved, 2 declined, 1 other");
  });

  it("aren't counted if the data is from before the freeze", () => {
    const since = "2026-11-15T19:05:28.300Z";
    const counted = { since, approved: 0, declined: 0, other: 0, asOf: "2026-11-15T19:05:27.900Z" };
    expect(isCountedAfterFreeze(counted)).toBe(false);
    expect(isCountedAfterFreeze({ ...counted, asOf: null })).toBe(false);
    expect(isCountedAfterFreeze({ ...counted, asOf: "2026-11-15T19:05:29.000Z" })).toBe(true);
  });
});
