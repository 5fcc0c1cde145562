import { expect, it } from "vitest";
import { runTitle, timeText } from "./run-text";

const COUNTS = { waiting: 2, sent: 0, done: 0, failed: 0, skipped: 3, canceled: 0, total: 5 };

it("names the cards that it changes", () => {
  expect(runTitle("freeze", COUNTS)).toBe("Freeze 2 cards");
});

it.each([
  [5, "less than a minute"],
  [601, "about 2 minutes"],
  [600, "about 1 minute"],
])("tells how long %i cards take", (cards, text) => {
  expect(timeText(cards, 10)).toBe(text);
});
