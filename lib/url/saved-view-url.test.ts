import { describe, expect, it } from "vitest";
import { cardsView } from "./cards-view";
import { exceptionsView } from "./exceptions-view";
import {
  allViewHref,
  canonicalQuery,
  describeLost,
  findLostConditions,
  savedViewHref,
  viewQuery,
} from "./saved-view-url";
import { transactionsView } from "./transactions-view";
import { webhooksView } from "./webhooks-view";

describe("the parameters of a view", () => {
  it("are the filters, the order, and the columns, but not the page or the open row", () => {
    const state = transactionsView.parse({
      status: "DECLINED,CLEARED",
      sort: "amount:desc",
      columns: "-card,fees",
      page: "3",
      after: "abc",
      open: "t1",
      view: "v1",
    });
    expect(viewQuery(transactionsView, state)).toBe(
      "status=DECLINED,CLEARED&sort=amount:desc&columns=-card,fees",
    );
  });

  it("have no text for the list itself", () => {
    expect(viewQuery(cardsView, cardsView.defaults)).toBe("");
    expect(savedViewHref("/cards", { id: "v1", query: "" })).toBe("/cards?view=v1");
    expect(allViewHref("/cards")).toBe("/cards?view=all");
  });

  it("open the same list again", () => {
    const query = "search=Ada%20L%2C&status=FROZEN&sort=holder:asc&columns=-design,id";
    const href = savedViewHref("/cards", { id: "v1", query });
    const state = cardsView.parse(new URL(href, "http://localhost").searchParams);
    expect(state).toMatchObject({ view: "v1", search: "Ada L,", columns: ["id", "-design"] });
    expect(viewQuery(cardsView, state)).toBe(canonicalQuery(cardsView, query));
  });

  it("leave out what the list doesn't have, and the number of a card", () => {
    expect(
      canonicalQuery(cardsView, "search=4111111111111111&shoe=42&columns=-nope,-design,holder&page=4"),
    ).toBe("search=1111&columns=-design");
  });
});

describe("a condition that no longer exists", () => {
  it.each([
    ["another parameter", webhooksView, "mood=bad&verdict=accepted", ["Mood: bad"]],
    ["another choice", webhooksView, "verdict=unsure", ["Verdict: unsure"]],
    ["one of several choices", exceptionsView, "state=open,gone", ["State: gone"]],
    ["another order", cardsView, "sort=shoe:asc&status=FROZEN", ["Sort: shoe:asc"]],
  ] as const)("is named: %s", (_, view, query, expected) => {
    expect(findLostConditions<never>(view as never, query).map(describeLost)).toEqual(expected);
  });

  it("isn't a column, another order of the same choices, or a status that only the issuer knows", () => {
    expect(findLostConditions(cardsView, "status=NEW_AT_ISSUER&columns=-gone")).toEqual([]);
    expect(findLostConditions(exceptionsView, "state=explained,open")).toEqual([]);
    expect(findLostConditions(cardsView, "search=a%2Cb&from=2026-01-01&zone=Europe/Berlin")).toEqual([]);
  });
});
