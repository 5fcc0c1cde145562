import { expect, it } from "vitest";
import { countText, planObstacle } from "./count-text";

it("counts rows in words", () => {
  expect(countText({ total: 400, problems: 18, warnings: 4 })).toBe(
    "382 rows ready, 18 with problems, 4 with a warning",
  );
  expect(countText({ total: 1, problems: 0, warnings: 0 })).toBe("1 row ready");
});

it("says why rows can't be planned", () => {
  expect(planObstacle({ total: 2, problems: 0, warnings: 2 })).toBeUndefined();
  expect(planObstacle({ total: 2, problems: 1, warnings: 0 })).toBe("1 row has a problem. Fix or remove it.");
  expect(planObstacle({ total: 20, problems: 2, warnings: 0 })).toBe(
    "2 rows have problems. Fix or remove them.",
  );
  expect(planObstacle({ total: 0, problems: 0, warnings: 0 })).toBe("No row is filled in.");
});
