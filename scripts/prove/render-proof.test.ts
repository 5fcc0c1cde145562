import { expect, it } from "vitest";
import type { Claim } from "./claim";
import { coverageOf } from "./coverage";
import { renderProof } from "./render-proof";

const claim = (name: string): Claim => ({
  name,
  covers: {},
  table: "faults",
  claim: `Claim ${name}`,
  how: "a | b",
  goal: "0 lost",
  run: async () => ({ figure: "", isMet: true }),
});

it("has a row for each result, says what was missed, and only names what was not measured", () => {
  const text = renderProof([claim("kept"), claim("failed"), claim("unknown")], {
    kept: { figure: "0 of 100 lost", isMet: true, seed: 7, busyShare: 0, date: "2026-11-17", covered: {} },
    failed: { figure: "1 lost", isMet: false, busyShare: 0, date: "2026-11-16", covered: {} },
  });
  expect(text).toContain(
    "| Claim kept | a \\| b | 0 of 100 lost | 0 lost | met | – | – | 2026-11-17 | 7 | kept |\n" +
      "| Claim failed | a \\| b | 1 lost | 0 lost | **missed** | – | – | 2026-11-16 | – | failed |",
  );
  expect(text).not.toContain("of the processors");
  expect(text).not.toContain("| Claim unknown");
  expect(text).toContain("Not measured yet: Claim unknown (`unknown`).");
});

it.each([
  [0.004, "0%"],
  [0.31, "31%"],
  [undefined, "an unknown share"],
])("says how busy the machine was before a time was measured", (busyShare, share) => {
  const timed: Claim = { ...claim("timed"), hasTimes: true };
  const load: Claim = { ...claim("load"), table: "load" };
  const result = {
    figure: "2 s",
    isMet: true,
    date: "2026-11-17",
    ...(busyShare === undefined ? {} : { busyShare }),
  };
  const text = renderProof([timed, load], { timed: result, load: result });
  expect(text.split(`2 s – other programs used ${share} of the processors right before`)).toHaveLength(3);
});

it("says that a row is stale once the product has more than its figure covers, or nobody knows what it covers", () => {
  const before: Claim = { ...claim("grown"), covers: { pages: ["/", "/cards"], actions: ["add-note"] } };
  const after: Claim = { ...before, covers: { pages: ["/", "/bulk"], actions: ["add-note"] } };
  const result = { figure: "0 lost", isMet: true, date: "2026-11-17", commit: "abcd1234" };
  const results = { grown: { ...result, covered: coverageOf(before.covers) } };
  const measured = "2 pages, 1 action | abcd1234 | 2026-11-17 | – | grown |";
  expect(renderProof([before], results)).toContain(`| met | ${measured}`);
  expect(renderProof([after], results)).toContain(`| **stale** | ${measured}`);
  expect(renderProof([before], { grown: result })).toContain("| **stale** | – |");
});
