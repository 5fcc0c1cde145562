import { expect, it } from "vitest";
import { cardsView } from "./cards-view";
import { describeCards } from "./describe-cards";

it.each([
  ["", "All cards"],
  ["status=ACTIVE,FROZEN&type=virtual", "All that match status active or frozen, type virtual"],
  ["search=Lovelace&customer=c_1", "All that match a search, customer c_1"],
  ["from=2026-10-01", "All that match created since 2026-10-01"],
  ["from=2026-10-01&to=2026-10-31", "All that match created from 2026-10-01 to 2026-10-31"],
])("describes %j", (query, words) => {
  expect(describeCards(cardsView.parse(new URLSearchParams(query)))).toBe(words);
});
