import { describe, expect, it } from "vitest";
import type { SavedView, SavedViews } from "@/lib/domain/views/saved-view";
import { cardsView } from "./cards-view";
import { describeViews } from "./describe-views";
import { exceptionsView } from "./exceptions-view";

const FROZEN: SavedView = {
  id: "v1",
  name: "Frozen",
  query: "status=FROZEN&columns=-design",
  ownerId: "ada",
  ownerName: "Ada",
  isShared: true,
  isTeamDefault: false,
  version: 3,
};

const barOf = (url: string, saved: Partial<SavedViews> = {}, role: "admin" | "support" = "admin") =>
  describeViews({
    list: "cards",
    view: cardsView,
    state: cardsView.parse(new URLSearchParams(url)),
    saved: { views: [FROZEN], defaultChoice: null, ...saved },
    person: { id: "bob", role },
    canShare: role === "admin",
  });

describe("the tabs of a list", () => {
  it("lead to the parameters of each view", () => {
    expect(barOf("").tabs).toEqual([
      {
        id: "v1",
        name: "Frozen",
        href: "/cards?status=FROZEN&columns=-design&view=v1",
        version: 3,
        isShared: true,
        ownerName: "Ada",
        canChange: true,
        isDefault: false,
        isTeamDefault: false,
      },
    ]);
    expect(barOf("", {}, "support").tabs[0]?.canChange).toBe(false);
  });

  it("show the list itself if no view is open, and past the default if there is one", () => {
    expect(barOf("")).toMatchObject({ currentId: null, isSet: false, allHref: "/cards", isAllDefault: true });
    expect(barOf("view=all", { defaultChoice: "v1" })).toMatchObject({
      currentId: null,
      isMissing: false,
      allHref: "/cards?view=all",
      isAllDefault: false,
    });
  });

  it("offer to save what was set, but not the page", () => {
    expect(barOf("page=2").isSet).toBe(false);
    for (const url of ["search=ada", "sort=holder:asc", "columns=id"]) expect(barOf(url).isSet).toBe(true);
  });
});

it("saves the order that is only remembered, but doesn't offer to save it alone", () => {
  const bar = describeViews({
    list: "exceptions",
    view: exceptionsView,
    state: exceptionsView.defaults,
    used: { sort: "day:desc" },
    saved: { views: [], defaultChoice: null },
    person: { id: "bob", role: "finance" },
    canShare: true,
  });
  expect(bar).toMatchObject({ query: "sort=day:desc", isSet: false });
});

describe("an open view", () => {
  it("is unchanged on any page, and changed with another filter, order, or column", () => {
    const saved = "view=v1&status=FROZEN&columns=-design";
    expect(barOf(saved)).toMatchObject({ currentId: "v1", isChanged: false });
    expect(barOf(`${saved}&page=2`).isChanged).toBe(false);
    for (const url of ["view=v1", "view=v1&status=FROZEN", `${saved}&sort=holder:asc`])
      expect(barOf(url).isChanged).toBe(true);
  });

  it("is missing if it is gone", () => {
    expect(barOf("view=v2&status=FROZEN")).toMatchObject({ currentId: null, isMissing: true });
  });

  it("names the condition that no longer exists, and counts as changed", () => {
    const views = [{ ...FROZEN, query: "status=FROZEN&mood=bad" }];
    expect(barOf("view=v1&status=FROZEN&mood=bad", { views })).toMatchObject({
      lost: ["Mood: bad"],
      isChanged: true,
      query: "status=FROZEN",
    });
  });

  it("is unchanged if only a column of it no longer exists", () => {
    const views = [{ ...FROZEN, query: "status=FROZEN&columns=-gone" }];
    expect(barOf("view=v1&status=FROZEN&columns=-gone", { views })).toMatchObject({
      lost: [],
      isChanged: false,
    });
  });
});
