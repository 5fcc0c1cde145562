import { describe, expect, it } from "vitest";
import { ariaKeys, matchesChord, parseKeys } from "./shortcut-keys";

const press = (
  key: string,
  modifiers: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

const isPressed = (keys: string, event: ReturnType<typeof press>) => {
  const [chord] = parseKeys(keys);
  return chord !== undefined && matchesChord(chord, event);
};

describe("shortcut keys", () => {
  it("parse as one chord or a sequence", () => {
    expect(parseKeys("c")).toEqual([{ key: "c", mod: false, shift: false, alt: false }]);
    expect(parseKeys(" g  c ").map(({ key }) => key)).toEqual(["g", "c"]);
    expect(parseKeys("mod+shift+K")).toEqual([{ key: "k", mod: true, shift: true, alt: false }]);
    expect(parseKeys("mod++")).toEqual([{ key: "+", mod: true, shift: false, alt: false }]);
  });

  it("match a letter only without modifiers, with Caps Lock too", () => {
    expect(isPressed("c", press("c"))).toBe(true);
    expect(isPressed("c", press("C"))).toBe(true);
    expect(isPressed("c", press("C", { shiftKey: true }))).toBe(false);
    expect(isPressed("c", press("c", { ctrlKey: true }))).toBe(false);
    expect(isPressed("c", press("c", { altKey: true }))).toBe(false);
  });

  it("accept Ctrl or ⌘ as mod", () => {
    expect(isPressed("mod+k", press("k", { ctrlKey: true }))).toBe(true);
    expect(isPressed("mod+k", press("k", { metaKey: true }))).toBe(true);
    expect(isPressed("mod+k", press("k"))).toBe(false);
  });

  it("match a symbol on any keyboard layout", () => {
    expect(isPressed("?", press("?", { shiftKey: true }))).toBe(true);
    expect(isPressed("/", press("/"))).toBe(true);
    expect(isPressed("/", press("/", { shiftKey: true }))).toBe(true);
    expect(isPressed("?", press("?", { ctrlKey: true }))).toBe(false);
  });

  it("are exposed as aria-keyshortcuts if they are one chord", () => {
    expect(ariaKeys("c")).toBe("C");
    expect(ariaKeys("mod+k")).toBe("Control+K Meta+K");
    expect(ariaKeys("g c")).toBeUndefined();
    expect(ariaKeys(undefined)).toBeUndefined();
  });
});
