import { describe, expect, it } from "vitest";
import { canChangeView, moveTo, orderViews, resolveDefault, type SavedView } from "./saved-view";

const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: id,
  query: "status=FROZEN",
  ownerId: "ada",
  ownerName: "Ada",
  isShared: false,
  isTeamDefault: false,
  version: 1,
  ...more,
});

describe("the default", () => {
  const own = view("own");
  const team = view("team", { isShared: true, isTeamDefault: true });

  it("is the person's before the team's before the list itself", () => {
    expect(resolveDefault({ views: [own, team], defaultChoice: "own" })).toBe(own);
    expect(resolveDefault({ views: [own, team], defaultChoice: null })).toBe(team);
    expect(resolveDefault({ views: [own], defaultChoice: null })).toBeNull();
  });

  it("can be the list itself, whatever the team's is", () => {
    expect(resolveDefault({ views: [own, team], defaultChoice: "all" })).toBeNull();
  });

  it("is the next one if the view is gone or no longer shared", () => {
    expect(resolveDefault({ views: [own, team], defaultChoice: "gone" })).toBe(team);
    expect(resolveDefault({ views: [own], defaultChoice: "gone" })).toBeNull();
  });

  it("is never a team default that isn't shared", () => {
    expect(resolveDefault({ views: [view("x", { isTeamDefault: true })], defaultChoice: null })).toBeNull();
  });
});

describe("who may change a view", () => {
  it("is its owner, as long as it isn't shared", () => {
    expect(canChangeView(view("x"), { id: "ada", role: "support" })).toBe(true);
    expect(canChangeView(view("x"), { id: "bob", role: "admin" })).toBe(false);
  });

  it("is everyone who may share, once it is shared, and no longer an owner who may not", () => {
    const shared = view("x", { isShared: true });
    expect(canChangeView(shared, { id: "bob", role: "finance" })).toBe(true);
    expect(canChangeView(shared, { id: "ada", role: "support" })).toBe(false);
    expect(canChangeView(shared, { id: "ada", role: "auditor" })).toBe(false);
  });
});

describe("the order", () => {
  it("has views that weren't ordered yet at the end, as they were", () => {
    const views = ["a", "b", "c", "d"].map((id) => view(id));
    expect(orderViews(views, ["d", "gone", "b"]).map(({ id }) => id)).toEqual(["d", "b", "a", "c"]);
  });

  it.each([
    ["b", 0, ["b", "a", "c"]],
    ["a", 2, ["b", "c", "a"]],
    ["c", -5, ["c", "a", "b"]],
    ["a", 9, ["b", "c", "a"]],
    ["gone", 1, ["a", "b", "c"]],
  ])("moves %s to %i", (id, index, expected) => {
    expect(moveTo(["a", "b", "c"], id, index)).toEqual(expected);
  });
});
