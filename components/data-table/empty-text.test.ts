import { describe, expect, it } from "vitest";
import { cardsView } from "@/lib/url/cards-view";
import { emptyText } from "./empty-text";

const textFor = (query: string) =>
  emptyText("card", cardsView.parse(new URLSearchParams(query)), cardsView.defaults);

describe("emptyText", () => {
  it("mentions the search if only a search is set, whatever the sort order", () => {
    const expected = {
      title: "No cards match “+49 170”",
      advice: "Check the spelling, or search by last four or ID.",
      clearLabel: "Clear search",
      kept: {},
    };
    expect(textFor("search=%2B49%20170")).toEqual(expected);
    expect(textFor("search=%2B49%20170&sort=holder:asc")).toEqual(expected);
  });

  it("mentions dates only if dates are set", () => {
    expect(textFor("status=FROZEN")).toEqual({
      title: "No cards match these filters",
      advice: "Change or clear the filters.",
      clearLabel: "Clear filters",
      kept: {},
    });
    expect(textFor("from=2026-10-01")).toMatchObject({ advice: "Choose other dates or clear the filters." });
  });

  it("mentions both a search and filters, and keeps the search", () => {
    expect(textFor("search=ada&status=FROZEN")).toMatchObject({
      title: "No cards match “ada” and these filters",
      advice: "Change or clear the filters.",
      clearLabel: "Search all cards",
      kept: { search: "ada" },
    });
  });

  it("is null without filters", () => {
    expect(textFor("")).toBeNull();
    expect(textFor("sort=holder:asc")).toBeNull();
  });
});
