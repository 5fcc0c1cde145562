import { describe, expect, it } from "vitest";
import { followPage } from "./status-ahead";

const FROZEN_HERE = { over: "ACTIVE", status: "FROZEN" };

/** What is left after the page has shown each of these, one after the other. */
const follow = (...shown: string[]) =>
  shown.reduce<ReturnType<typeof followPage>>((ahead, status) => followPage(ahead, status), FROZEN_HERE);

describe("a status that is ahead of the page", () => {
  it("stands while the page shows what it showed before, and once the page agrees", () => {
    expect(follow("ACTIVE", "ACTIVE")).toBe(FROZEN_HERE);
    expect(follow("ACTIVE", "FROZEN", "FROZEN")?.status).toBe("FROZEN");
  });

  it("ends for good when someone else changes the card, also back to what it was before", () => {
    expect(follow("FROZEN", "ACTIVE")).toBeNull();
    expect(follow("FROZEN", "ACTIVE", "FROZEN")).toBeNull();
    expect(follow("BLOCKED")).toBeNull();
    expect(follow("BLOCKED", "ACTIVE")).toBeNull();
  });

  it("that changed nothing ends with the next change", () => {
    expect(followPage({ over: "FROZEN", status: "FROZEN" }, "ACTIVE")).toBeNull();
  });

  it("is the same object while nothing changes, so that a drawing can end", () => {
    const agreed = followPage(FROZEN_HERE, "FROZEN");
    expect(followPage(agreed, "FROZEN")).toBe(agreed);
  });
});
