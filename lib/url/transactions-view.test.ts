import { expect, it } from "vitest";
import { onlyDay, transactionsView } from "./transactions-view";

it.each([
  ["from=2026-11-02&to=2026-11-02", "2026-11-02"],
  ["from=2026-11-02&to=2026-11-02&status=CLEARED", "2026-11-02"],
  ["from=2026-11-02&to=2026-11-03", null],
  ["from=2026-11-02", null],
  ["to=2026-11-02", null],
  ["from=2026-11-02&to=2026-11-02&zone=Asia/Tokyo", null],
  ["clearedFrom=2026-11-02&clearedTo=2026-11-02", "2026-11-02"],
  ["from=2026-11-01&to=2026-11-02&clearedFrom=2026-11-02&clearedTo=2026-11-02", "2026-11-02"],
  ["from=2026-11-01&to=2026-11-01&clearedFrom=2026-11-02&clearedTo=2026-11-02", "2026-11-01"],
  ["clearedFrom=2026-11-02&clearedTo=2026-11-03", null],
  ["clearedFrom=2026-11-02&clearedTo=2026-11-02&zone=Asia/Tokyo", null],
  ["", null],
])("the only UTC day of %j is %j", (query, day) => {
  expect(onlyDay(transactionsView.parse(new URLSearchParams(query)))).toBe(day);
});
