import { describe, expect, it } from "vitest";
import { NO_KEYS, pressEarly } from "./early-keys";

function press(...presses: [key: string, text: string][]) {
  return presses.reduce((early, [key, text]) => pressEarly(early, key, text), NO_KEYS);
}

describe("keys that come before the palette", () => {
  it("count the steps down the list, and end with Enter", () => {
    const early = press(["ArrowUp", "omar"], ["ArrowDown", "omar"], ["ArrowDown", "omar"]);
    expect(early).toEqual({ text: "omar", steps: 2, isEntered: false });
    expect(press(["ArrowDown", ""], ["Enter", ""], ["ArrowDown", ""])).toEqual({
      text: "",
      steps: 1,
      isEntered: true,
    });
  });

  it("no longer count once another text was typed", () => {
    expect(press(["ArrowDown", ""], ["ArrowDown", ""], ["Enter", "omar"])).toEqual({
      text: "omar",
      steps: 0,
      isEntered: true,
    });
    expect(press(["Enter", "om"], ["ArrowDown", "omar"])).toEqual({
      text: "omar",
      steps: 1,
      isEntered: false,
    });
    expect(press(["ArrowDown", "om"], ["r", "omar"])).toMatchObject({ steps: 0 });
  });
});
