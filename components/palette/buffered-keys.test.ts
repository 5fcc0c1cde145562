import { describe, expect, it } from "vitest";
import { bufferKey, NO_BUFFERED_KEYS } from "./buffered-keys";

function press(...presses: [key: string, text: string][]) {
  return presses.reduce((buffered, [key, text]) => bufferKey(buffered, key, text), NO_BUFFERED_KEYS);
}

describe("keys pressed before the palette has loaded", () => {
  it("count the steps down the list and stop at Enter", () => {
    const buffered = press(["ArrowUp", "omar"], ["ArrowDown", "omar"], ["ArrowDown", "omar"]);
    expect(buffered).toEqual({ text: "omar", steps: 2, isEntered: false });
    expect(press(["ArrowDown", ""], ["Enter", ""], ["ArrowDown", ""])).toEqual({
      text: "",
      steps: 1,
      isEntered: true,
    });
  });

  it("are dropped once the text changes", () => {
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
