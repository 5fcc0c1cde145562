import { afterEach, expect, it, vi } from "vitest";
import { selectorOf } from "./return-to-place";

afterEach(() => vi.unstubAllGlobals());

const within = (dataset: Record<string, string> | null) => ({
  closest: () => (dataset ? ({ dataset } as unknown as HTMLElement) : null),
});

it("finds the row or the cell that had the focus again", () => {
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  expect(selectorOf(within({ row: "t1" }))).toBe('tr[data-row="t1"] a[data-row-link]');
  expect(selectorOf(within({ row: "1", column: "30" }))).toBe(
    '[role=gridcell][data-row="1"][data-column="30"]',
  );
  expect(selectorOf(within(null))).toBeNull();
  expect(selectorOf(null)).toBeNull();
});
