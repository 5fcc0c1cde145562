import { describe, expect, it } from "vitest";
import { cardsView } from "@/lib/url/cards-view";
import { emptyWords } from "./empty-words";

const wordsOf = (query: string) =>
  emptyWords("card", cardsView.parse(new URLSearchParams(query)), cardsView.defaults);

describe("a list without rows", () => {
  it("speaks of the search when only a search is set, whatever the order", () => {
    const words = {
      title: "No cards match “+49 170”",
      advice: "Check the spelling, or search by last four or ID.",
      clearLabel: "Clear search",
    };
    expect(wordsOf("search=%2B49%20170")).toEqual(words);
    expect(wordsOf("search=%2B49%20170&sort=holder:asc")).toEqual(words);
  });

  it("speaks of days only where days are set", () => {
    expect(wordsOf("status=FROZEN")).toEqual({
      title: "No cards match these filters",
      advice: "Change or clear the filters.",
      clearLabel: "Clear filters",
    });
    expect(wordsOf("from=2026-10-01")).toMatchObject({ advice: "Choose other dates or clear the filters." });
  });

  it("names both where a search is filtered", () => {
    expect(wordsOf("search=ada&status=FROZEN")).toMatchObject({
      title: "No cards match “ada” and these filters",
      advice: "Change or clear the filters.",
    });
  });

  it("says nothing of filters where none is set", () => {
    expect(wordsOf("")).toBeNull();
    expect(wordsOf("sort=holder:asc")).toBeNull();
  });
});
