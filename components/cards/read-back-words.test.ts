import { describe, expect, it } from "vitest";
import {
  isCounted,
  outdatedSentence,
  readBackSentence,
  readBackTitle,
  sinceFreezeWords,
} from "./read-back-words";

const TIME = "14:03:22 UTC";

describe("the sentence to read to the caller", () => {
  it("says when the card was frozen, and that the issuer confirmed it", () => {
    expect(readBackSentence({ status: "FROZEN", lastFour: "4471", previousStatus: "ACTIVE" }, TIME)).toBe(
      "Your card ending 4471 was frozen at 14:03:22 UTC, confirmed by the issuer.",
    );
  });

  it.each(["FROZEN", null])(
    "claims no time for a freeze that may be somebody else's (before: %s)",
    (previousStatus) => {
      expect(readBackSentence({ status: "FROZEN", lastFour: "4471", previousStatus }, TIME)).toBe(
        "Your card ending 4471 is frozen, confirmed by the issuer at 14:03:22 UTC.",
      );
      expect(readBackTitle({ status: "FROZEN", previousStatus }, TIME)).toBe(
        "Frozen, confirmed by the issuer at 14:03:22 UTC",
      );
    },
  );

  it("claims no time for an unfreeze that may be somebody else's", () => {
    expect(readBackSentence({ status: "ACTIVE", lastFour: "4471", previousStatus: null }, TIME)).toBe(
      "Your card ending 4471 can be used, confirmed by the issuer at 14:03:22 UTC.",
    );
  });

  it("has a title that says the same in short", () => {
    expect(readBackTitle({ status: "FROZEN", previousStatus: "ACTIVE" }, TIME)).toBe(
      "Frozen at 14:03:22 UTC, confirmed by the issuer",
    );
    expect(readBackTitle({ status: "ACTIVE", previousStatus: "FROZEN" }, TIME)).toBe(
      "Confirmed at 14:03:22 UTC",
    );
  });

  it("says what the issuer answered, whatever was asked", () => {
    const card = { lastFour: "4471", previousStatus: "FROZEN" };
    expect(readBackSentence({ ...card, status: "BLOCKED" }, TIME)).toMatch(/permanently blocked/);
    expect(readBackSentence({ ...card, status: "ACTIVE" }, TIME)).toMatch(/can be used again/);
    expect(readBackSentence({ ...card, status: "toString" }, TIME)).toMatch(/is now “toString”/);
  });
});

describe("once the card was changed after the confirmation, the words", () => {
  const timeOf = (at: string) => `${at.slice(11, 19)} UTC`;
  const CONFIRMED_AT = "2026-11-15T14:03:22.400Z";
  const changed = { status: "ACTIVE", lastFour: "4471", change: null };
  const change = {
    at: "2026-11-15T14:05:01.000Z",
    by: "Jonas Weber",
    isYou: false,
    isRecent: true,
    isCertain: true,
  };

  it("say what it is now, and nothing that was confirmed before", () => {
    expect(outdatedSentence(changed, CONFIRMED_AT, timeOf)).toBe(
      "The card ending 4471 was changed after 14:03:22 UTC. It is now active.",
    );
    const blocked = { ...changed, status: "BLOCKED" };
    expect(outdatedSentence(blocked, CONFIRMED_AT, timeOf)).toMatch(/now permanently blocked/);
    const unknown = { ...changed, status: "toString" };
    expect(outdatedSentence(unknown, CONFIRMED_AT, timeOf)).toMatch(/now “toString”\.$/);
  });

  it("name both numbers of a card that was reissued, and not who gave it its status", () => {
    const reissued = { ...changed, lastFour: "0707", formerLastFour: "4471", change };
    expect(outdatedSentence(reissued, CONFIRMED_AT, timeOf)).toBe(
      "The card ending 4471 has a new number. It now ends in 0707 and is active.",
    );
  });

  it.each([
    [change, "Jonas Weber unfroze the card ending 4471 at 14:05:01 UTC. It is now active."],
    [{ ...change, isYou: true }, "You unfroze the card ending 4471 at 14:05:01 UTC. It is now active."],
    [
      { ...change, by: null },
      "The card ending 4471 was unfrozen outside Cardwell, detected at 14:05:01 UTC. It is now active.",
    ],
    [
      { ...change, isCertain: false },
      "Jonas Weber requested an unfreeze of the card ending 4471 at 14:05:01 UTC. It is now active.",
    ],
  ])("say who changed it and when, where that is known (%#)", (by, words) => {
    expect(outdatedSentence({ ...changed, change: by }, CONFIRMED_AT, timeOf)).toBe(words);
  });
});

describe("the watch after a freeze", () => {
  it("counts in words, and hides no status that it does not know", () => {
    const counted = { since: null, approved: 0, declined: 2, other: 0, asOf: null };
    expect(sinceFreezeWords(counted)).toBe("0 approved, 2 declined");
    expect(sinceFreezeWords({ ...counted, other: 1 })).toBe("0 approved, 2 declined, 1 other");
  });

  it("counts nothing as of a time before the freeze", () => {
    const since = "2026-11-15T19:05:28.300Z";
    const counted = { since, approved: 0, declined: 0, other: 0, asOf: "2026-11-15T19:05:27.900Z" };
    expect(isCounted(counted)).toBe(false);
    expect(isCounted({ ...counted, asOf: null })).toBe(false);
    expect(isCounted({ ...counted, asOf: "2026-11-15T19:05:29.000Z" })).toBe(true);
  });
});
