import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTheme, parseTimeZone } from "./preferences";
import { isColumnShown, parseTablePreferences, writeTablePreferences } from "./table-preferences";

describe("preference cookies", () => {
  it("parse a theme, with the system's as the default", () => {
    expect(parseTheme("dark")).toBe("dark");
    expect(parseTheme("neon")).toBe("system");
    expect(parseTheme(undefined)).toBe("system");
  });

  it("parse an existing time zone, with UTC as the default", () => {
    expect(parseTimeZone("Europe%2FBerlin")).toBe("Europe/Berlin");
    expect(parseTimeZone("Europe/Atlantis")).toBe("UTC");
    expect(parseTimeZone("%E0%A4%A")).toBe("UTC");
    expect(parseTimeZone(undefined)).toBe("UTC");
  });

  it("parse table preferences", () => {
    expect(parseTablePreferences(undefined)).toEqual({ density: "normal", columns: {} });
    expect(parseTablePreferences("tight")).toEqual({ density: "tight", columns: {} });
    expect(parseTablePreferences("tight:+type,-design,,?,+")).toEqual({
      density: "tight",
      columns: { type: true, design: false },
    });
    const preferences = { density: "tight", columns: { a: true, "b-c": false } } as const;
    expect(parseTablePreferences(writeTablePreferences(preferences))).toEqual(preferences);
    expect(parseTablePreferences(encodeURIComponent(writeTablePreferences(preferences)))).toEqual(
      preferences,
    );
  });

  it("remember an order only if it looks like one", () => {
    const preferences = { density: "normal", columns: { owner: false }, sort: "day:asc" } as const;
    expect(parseTablePreferences(writeTablePreferences(preferences))).toEqual(preferences);
    expect(parseTablePreferences("normal::day:desc")).toEqual({
      density: "normal",
      columns: {},
      sort: "day:desc",
    });
    expect(parseTablePreferences("normal::day:sideways")).toEqual({ density: "normal", columns: {} });
  });

  it("keep the default of a column that was added later", () => {
    const chosen = parseTablePreferences("normal:+expiry,-design");
    const shown = (column: Parameters<typeof isColumnShown>[0]) => isColumnShown(column, chosen);
    expect(shown({ id: "expiry", isHiddenByDefault: true })).toBe(true);
    expect(shown({ id: "design" })).toBe(false);
    expect(shown({ id: "design", isFixed: true })).toBe(true);
    expect(shown({ id: "new-default" })).toBe(true);
    expect(shown({ id: "new-extra", isHiddenByDefault: true })).toBe(false);
  });

  it("parse the older format, which lists only hidden columns", () => {
    const chosen = parseTablePreferences("tight:type,design");
    expect(chosen).toEqual({ density: "tight", columns: { type: false, design: false } });
    expect(isColumnShown({ id: "new-extra", isHiddenByDefault: true }, chosen)).toBe(false);
    expect(parseTablePreferences("tight:")).toEqual({ density: "tight", columns: {} });
  });

  it("never throw, whatever the cookie contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        parseTheme(text);
        parseTimeZone(text);
        for (const id of Object.keys(parseTablePreferences(text).columns)) expect(id).toMatch(/^[\w-]+$/);
      }),
    );
  }, 30_000);
});
