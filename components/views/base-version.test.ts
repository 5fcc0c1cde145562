import { describe, expect, it } from "vitest";
import { followOwnChange, followTab, toBase } from "./base-version";

const tab = (version: number, id = "v1") => ({ id, version });

describe("the version that changes are based on", () => {
  it("is the newest while nothing is changed", () => {
    const base = toBase(tab(1));
    expect(followTab(base, tab(1), false)).toBe(base);
    expect(followTab(base, tab(2), false)?.version).toBe(2);
  });

  it("stays while something is changed, until the person was told", () => {
    const base = toBase(tab(1));
    expect(followTab(base, tab(2), true)).toBe(base);
    expect(followTab(base && { ...base, isTold: true }, tab(2), true)).toEqual(toBase(tab(2)));
    // Told before the page shows the newest version.
    const told = base && { ...base, isTold: true };
    expect(followTab(told, tab(1), true)).toBe(told);
  });

  it("isn't an older one that the page still shows after the person's own change", () => {
    const saved = { id: "v1", version: 2, isTold: false };
    expect(followTab(saved, tab(1), true)).toBe(saved);
    expect(followTab(saved, tab(1), false)).toBe(saved);
    expect(followTab(saved, tab(2), true)).toBe(saved);
  });

  it("is the person's own change, but not of another view", () => {
    const base = toBase(tab(2));
    expect(followOwnChange(base, { viewId: "v1", from: 2, to: 3 })?.version).toBe(3);
    expect(followOwnChange(base, { viewId: "v2", from: 2, to: 3 })).toBe(base);
    expect(followOwnChange(base, { viewId: "v1", from: 1, to: 2 })).toBe(base);
  });

  it("is of the open view", () => {
    expect(followTab(toBase(tab(3)), tab(1, "v2"), true)).toEqual(toBase(tab(1, "v2")));
    expect(followTab(toBase(tab(3)), null, false)).toBeNull();
    expect(followTab(null, null, false)).toBeNull();
  });
});
