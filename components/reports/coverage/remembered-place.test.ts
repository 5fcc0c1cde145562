import { expect, it } from "vitest";
import { recallPlace, rememberPlace } from "./remembered-place";

it("keeps the place for the next month once", () => {
  expect(recallPlace()).toBeNull();
  rememberPlace({ row: 1, column: 30 });
  expect(recallPlace()).toEqual({ row: 1, column: 30 });
  expect(recallPlace()).toBeNull();
});
