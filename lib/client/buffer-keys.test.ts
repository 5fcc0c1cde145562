import { describe, expect, it } from "vitest";
import { isForPopup, isIgnoredRepeat } from "./buffer-keys";

const press = (
  key: string,
  modifiers: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe("a key pressed before its popup is ready", () => {
  it.each(["g", "G", "ü", "€", "+", " ", "𝒳"])("is buffered when it types %j", (key) => {
    expect(isForPopup(press(key))).toBe(true);
  });

  it.each(["Enter", "Tab", "Backspace", "Delete", "ArrowDown", "ArrowUp", "Home", "End"])(
    "is buffered when it edits or navigates: %s",
    (key) => {
      expect(isForPopup(press(key))).toBe(true);
    },
  );

  it("is buffered with Shift and with AltGr, which reports Ctrl and Alt", () => {
    expect(isForPopup(press("G", { shiftKey: true }))).toBe(true);
    expect(isForPopup(press("Tab", { shiftKey: true }))).toBe(true);
    expect(isForPopup(press("@", { ctrlKey: true, altKey: true }))).toBe(true);
  });

  it("is left to the browser when it is a browser shortcut", () => {
    expect(isForPopup(press("r", { ctrlKey: true }))).toBe(false);
    expect(isForPopup(press("r", { metaKey: true }))).toBe(false);
    expect(isForPopup(press("ArrowLeft", { altKey: true }))).toBe(false);
    for (const key of ["F5", "Shift", "Dead", "Process", "Unidentified"])
      expect(isForPopup(press(key))).toBe(false);
  });

  it("is ignored as a repeat of Enter or Space", () => {
    expect(isIgnoredRepeat({ key: "Enter", repeat: true })).toBe(true);
    expect(isIgnoredRepeat({ key: " ", repeat: true })).toBe(true);
    expect(isIgnoredRepeat({ key: "Enter", repeat: false })).toBe(false);
    expect(isIgnoredRepeat({ key: "Backspace", repeat: true })).toBe(false);
  });
});
