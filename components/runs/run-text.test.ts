import { expect, it } from "vitest";
import type { RunCounts } from "@/lib/domain/runs/run";
import { progressText, retryText, runTitle, skippedText, theseCards, timeText, warnedText } from "./run-text";

const COUNTS = { waiting: 0, sent: 0, done: 0, failed: 0, skipped: 0, canceled: 0, total: 0 };
const counts = (some: Partial<RunCounts>): RunCounts => ({
  ...COUNTS,
  ...some,
  total: Object.values(some).reduce((sum, count) => sum + count, 0),
});

it("names the cards that it changes, and of how many", () => {
  expect(runTitle("freeze", counts({ waiting: 2 }))).toBe("Freeze 2 cards");
  expect(runTitle("freeze", counts({ waiting: 1, skipped: 2 }))).toBe("Freeze 1 of 3 cards");
  expect(runTitle("issue", counts({ skipped: 2 }))).toBe("Issue 0 of 2 cards");
});

it.each([
  [5, "less than a minute"],
  [601, "about 2 minutes"],
  [600, "about 1 minute"],
])("tells how long %i cards take", (cards, text) => {
  expect(timeText(cards, 10)).toBe(text);
});

it("counts what was skipped, failed, or canceled", () => {
  expect(progressText({ kind: "freeze", state: "finished", counts: counts({ done: 1, skipped: 2 }) })).toBe(
    "1 of 3 cards frozen, 2 skipped",
  );
  expect(
    progressText({ kind: "issue", state: "canceled", counts: counts({ done: 7, failed: 3, canceled: 1 }) }),
  ).toBe("7 of 11 cards issued, 3 failed, 1 canceled");
  expect(progressText({ kind: "block", state: "planned", counts: counts({ waiting: 1, skipped: 1 }) })).toBe(
    "1 of 2 cards to block, 1 skipped",
  );
});

it("says why cards are skipped", () => {
  expect(skippedText(3, [])).toBeNull();
  expect(skippedText(3, [{ reason: "ambiguous", cards: 2 }])).toBe(
    "2 of 3 cards are skipped: 2 with the last four digits of several cards.",
  );
  expect(skippedText(1, [{ reason: "unknown", cards: 1 }])).toBe("1 of 1 card is skipped: 1 not found.");
});

it("counts cards with warnings", () => {
  expect(warnedText(0, 3)).toBeNull();
  expect(warnedText(1, 3)).toBe("1 of 3 cards has warnings.");
  expect(warnedText(2, 3)).toBe("2 of 3 cards have warnings.");
});

it("names what is tried again", () => {
  expect(retryText(counts({ failed: 2 }))).toBe("Try the failed ones again…");
  expect(retryText(counts({ canceled: 2 }))).toBe("Try the canceled ones again…");
  expect(retryText(counts({ failed: 1, canceled: 2 }))).toBe("Try the failed and canceled ones again…");
});

it("speaks of one card as of one", () => {
  expect(theseCards(1)).toBe("this card");
  expect(theseCards(1_200)).toBe("these 1,200 cards");
});
