import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTheme, parseTimeZone } from "./preferences";
import { isColumnShown, parseTablePreferences, writeTablePreferences } from "./table-preferences";

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
    expect(parseTablePreferences(undefined)).toEqual({ density: "normal", columns: {} });
    expect(parseTablePreferences("tight")).toEqual({ density: "tight", columns: {} });
    expect(parseTablePreferences("tight:+type,-design,,?,+")).toEqual({
      density: "tight",
      columns: { type: true, design: false },
    });
    const liked = { density: "tight", columns: { a: true, "b-c": false } } as const;
    expect(parseTablePreferences(writeTablePreferences(liked))).toEqual(liked);
    expect(parseTablePreferences(encodeURIComponent(writeTablePreferences(liked)))).toEqual(liked);
  });

  it("leaves a column that came later as the table has it", () => {
    const chosen = parseTablePreferences("normal:+expiry,-design");
    const shown = (column: Parameters<typeof isColumnShown>[0]) => isColumnShown(column, chosen);
    expect(shown({ id: "expiry", isExtra: true })).toBe(true);
    expect(shown({ id: "design" })).toBe(false);
    expect(shown({ id: "design", isFixed: true })).toBe(true);
    expect(shown({ id: "new-usual" })).toBe(true);
    expect(shown({ id: "new-extra", isExtra: true })).toBe(false);
  });

  it("may be of the older form, which named only what was hidden", () => {
    const chosen = parseTablePreferences("tight:type,design");
    expect(chosen).toEqual({ density: "tight", columns: { type: false, design: false } });
    expect(isColumnShown({ id: "new-extra", isExtra: true }, chosen)).toBe(false);
    expect(parseTablePreferences("tight:")).toEqual({ density: "tight", columns: {} });
  });

  it("never breaks a page", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        parseTheme(text);
        parseTimeZone(text);
        for (const id of Object.keys(parseTablePreferences(text).columns)) expect(id).toMatch(/^[\w-]+$/);
      }),
    );
  }, 30_000);
});
