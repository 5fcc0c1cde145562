import { describe, expect, it } from "vitest";
import { isForPopup, isIgnoredRepeat } from "./early-keys";

const press = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe("a key that comes before its popup", () => {
  it.each(["g", "G", "ü", "€", "+", " ", "𝒳"])("is kept when it types %j", (key) => {
    expect(isForPopup(press(key))).toBe(true);
  });

  it.each(["Enter", "Tab", "Backspace", "Delete", "ArrowDown", "ArrowUp", "Home", "End"])(
    "is kept when it edits or walks: %s",
    (key) => {
      expect(isForPopup(press(key))).toBe(true);
    },
  );

  it("is kept with Shift and with AltGr, which reports Ctrl and Alt", () => {
    expect(isForPopup(press("G", { shiftKey: true }))).toBe(true);
    expect(isForPopup(press("Tab", { shiftKey: true }))).toBe(true);
    expect(isForPopup(press("@", { ctrlKey: true, altKey: true }))).toBe(true);
  });

  it("is left to the browser when it is the browser's", () => {
    expect(isForPopup(press("r", { ctrlKey: true }))).toBe(false);
    expect(isForPopup(press("r", { metaKey: true }))).toBe(false);
    expect(isForPopup(press("ArrowLeft", { altKey: true }))).toBe(false);
    for (const key of ["F5", "Shift", "Dead", "Process", "Unidentified"])
      expect(isForPopup(press(key))).toBe(false);
  });

  it("confirms nothing by being held down", () => {
    expect(isIgnoredRepeat({ key: "Enter", repeat: true })).toBe(true);
    expect(isIgnoredRepeat({ key: " ", repeat: true })).toBe(true);
    expect(isIgnoredRepeat({ key: "Enter", repeat: false })).toBe(false);
    expect(isIgnoredRepeat({ key: "Backspace", repeat: true })).toBe(false);
  });
});
