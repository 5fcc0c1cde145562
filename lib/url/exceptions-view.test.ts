import { expect, it } from "vitest";
import { exceptionsView, resolveSort } from "./exceptions-view";

it("orders by the URL, else as remembered, else by the newest day", () => {
  const { defaults } = exceptionsView;
  expect(resolveSort({ ...defaults, sort: "kind:asc" }, "state:desc")).toBe("kind:asc");
  expect(resolveSort(defaults, "state:desc")).toBe("state:desc");
  expect(resolveSort(defaults, "no:such")).toBe("day:desc");
  expect(resolveSort(defaults, null)).toBe("day:desc");
});

it("ignores what it doesn’t know, and swaps reversed days", () => {
  expect(
    exceptionsView.parse({ kind: "twice,unknown", state: "open", from: "2026-10-31", to: "2026-10-01" }),
  ).toMatchObject({ kind: ["twice"], state: ["open"], from: "2026-10-01", to: "2026-10-31" });
});
