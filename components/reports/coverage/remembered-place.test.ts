import { expect, it } from "vitest";
import { recallPlace, rememberPlace } from "./remembered-place";

const place = { row: 1, column: 30 };

it("keeps the place for the next month once", () => {
  rememberPlace(place, null);
  expect(recallPlace("2026-11-01")).toEqual(place);
  expect(recallPlace("2026-11-01")).toBeNull();
});

it("keeps the place of an opened file for its month, unless another month is shown first", () => {
  rememberPlace(place, "2026-10-01");
  expect(recallPlace("2026-10-01")).toEqual(place);
  rememberPlace(place, "2026-10-01");
  expect(recallPlace("2026-11-01")).toBeNull();
  expect(recallPlace("2026-10-01")).toBeNull();
});
