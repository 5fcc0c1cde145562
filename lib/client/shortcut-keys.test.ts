import { describe, expect, it } from "vitest";
import { ariaKeys, matches, parseKeys } from "./shortcut-keys";

const press = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

const isPressed = (keys: string, event: ReturnType<typeof press>) => {
  const [chord] = parseKeys(keys);
  return chord !== undefined && matches(chord, event);
};

describe("keys of a shortcut", () => {
  it("are one press, or several one after the other", () => {
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

  it("take Ctrl or ⌘ for mod", () => {
    expect(isPressed("mod+k", press("k", { ctrlKey: true }))).toBe(true);
    expect(isPressed("mod+k", press("k", { metaKey: true }))).toBe(true);
    expect(isPressed("mod+k", press("k"))).toBe(false);
  });

  it("match a sign wherever it lies on the keyboard", () => {
    expect(isPressed("?", press("?", { shiftKey: true }))).toBe(true);
    expect(isPressed("/", press("/"))).toBe(true);
    expect(isPressed("/", press("/", { shiftKey: true }))).toBe(true);
    expect(isPressed("?", press("?", { ctrlKey: true }))).toBe(false);
  });

  it("are told to assistive technology, where they can be", () => {
    expect(ariaKeys("c")).toBe("C");
    expect(ariaKeys("mod+k")).toBe("Control+K Meta+K");
    expect(ariaKeys("g c")).toBeUndefined();
    expect(ariaKeys(undefined)).toBeUndefined();
  });
});
