import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTheme, parseTimeZone } from "./preferences";
import { parseTablePreferences, writeTablePreferences } from "./table-preferences";

describe("what a cookie says", () => {
  it("is a theme, or the system's", () => {
    expect(parseTheme("dark")).toBe("dark");
    expect(parseTheme("neon")).toBe("system");
    expect(parseTheme(undefined)).toBe("system");
  });

  it("is a time zone that exists, or UTC", () => {
    expect(parseTimeZone("Europe%2FBerlin")).toBe("Europe/Berlin");
    expect(parseTimeZone("Europe/Atlantis")).toBe("UTC");
    expect(parseTimeZone("%E0%A4%A")).toBe("UTC");
    expect(parseTimeZone(undefined)).toBe("UTC");
  });

  it("is how someone likes a table", () => {
    expect(parseTablePreferences(undefined)).toEqual({ density: "normal", hidden: null });
    expect(parseTablePreferences("tight:type,design")).toEqual({
      density: "tight",
      hidden: ["type", "design"],
    });
    expect(parseTablePreferences("tight:")).toEqual({ density: "tight", hidden: [] });
    const liked = { density: "tight", hidden: ["a", "b-c"] } as const;
    expect(parseTablePreferences(encodeURIComponent(writeTablePreferences(liked)))).toEqual(liked);
  });

  it("never breaks a page", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        parseTheme(text);
        parseTimeZone(text);
        for (const id of parseTablePreferences(text).hidden ?? []) expect(id).toMatch(/^[\w-]+$/);
      }),
    );
  }, 30_000);
});
