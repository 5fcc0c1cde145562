import { describe, expect, it } from "vitest";
import { outdatedSentence, readBackSentence, sinceFreezeWords } from "./read-back-words";

const TIME = "14:03:22 UTC";

describe("the sentence to read to the caller", () => {
  it("says when the card was frozen, and that the issuer confirmed it", () => {
    expect(readBackSentence({ status: "FROZEN", lastFour: "4471" }, TIME)).toBe(
      "Your card ending 4471 was frozen at 14:03:22 UTC, confirmed by the issuer.",
    );
  });

  it("says what the issuer answered, whatever was asked", () => {
    expect(readBackSentence({ status: "BLOCKED", lastFour: "4471" }, TIME)).toMatch(/blocked for good/);
    expect(readBackSentence({ status: "ACTIVE", lastFour: "4471" }, TIME)).toMatch(/can be used again/);
    expect(readBackSentence({ status: "toString", lastFour: "4471" }, TIME)).toMatch(/is now “toString”/);
  });
});

describe("once the card was changed after the confirmation, the words", () => {
  it("say what it is now, and nothing that was confirmed before", () => {
    expect(outdatedSentence({ status: "ACTIVE", lastFour: "4471" }, TIME)).toBe(
      "The card ending 4471 was changed after 14:03:22 UTC. It is now active.",
    );
    expect(outdatedSentence({ status: "BLOCKED", lastFour: "4471" }, TIME)).toMatch(/now blocked/);
    expect(outdatedSentence({ status: "toString", lastFour: "4471" }, TIME)).toMatch(/now “toString”\.$/);
  });
});

describe("the watch after a freeze", () => {
  it("counts in words, and hides no status that it does not know", () => {
    const counted = { since: null, approved: 0, declined: 2, other: 0, asOf: null };
    expect(sinceFreezeWords(counted)).toBe("0 approved, 2 declined");
    expect(sinceFreezeWords({ ...counted, other: 1 })).toBe("0 approved, 2 declined, 1 of another status");
  });
});
