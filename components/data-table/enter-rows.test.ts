import { describe, expect, it, vi } from "vitest";
import { enterRows } from "./enter-rows";

const body = {} as HTMLElement;
const page = { body, activeElement: body as Element | null, querySelector: () => null };

function press(overrides: Partial<Parameters<typeof enterRows>[0]>, on: Partial<typeof page> = {}): boolean {
  const focus = vi.fn();
  const preventDefault = vi.fn();
  const key = { key: "ArrowDown", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  const rows = { querySelector: () => ({ focus }) } as unknown as ParentNode;
  enterRows({ ...key, defaultPrevented: false, isComposing: false, preventDefault, ...overrides }, rows, {
    ...page,
    ...on,
  });
  expect(preventDefault).toHaveBeenCalledTimes(focus.mock.calls.length);
  return focus.mock.calls.length === 1;
}

describe("↓", () => {
  it("focuses the rows while nothing has the focus", () => {
    expect(press({})).toBe(true);
    expect(press({}, { activeElement: null })).toBe(true);
  });

  it("is left to what has the focus, to a dialog, and to other handlers", () => {
    expect(press({}, { activeElement: {} as Element })).toBe(false);
    expect(press({}, { querySelector: () => ({}) as never })).toBe(false);
    expect(press({ defaultPrevented: true })).toBe(false);
    expect(press({ isComposing: true })).toBe(false);
  });

  it("is left to the browser with a modifier, as are other keys", () => {
    for (const modifier of ["ctrlKey", "metaKey", "shiftKey", "altKey"])
      expect(press({ [modifier]: true })).toBe(false);
    expect(press({ key: "ArrowUp" })).toBe(false);
  });
});
