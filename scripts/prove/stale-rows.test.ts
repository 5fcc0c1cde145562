import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CLAIMS } from "./claims";
import { findStale, PROOF_FILE } from "./results";

it("docs/proof.md says of each row that the product has outgrown that it is stale (npm run prove -- --render)", () => {
  const rows = readFileSync(PROOF_FILE, "utf8").split("\n");
  const shown = findStale(CLAIMS).filter((name) =>
    rows.some((row) => row.endsWith(` | ${name} |`) && row.includes(" | **stale** | ")),
  );
  expect(shown).toEqual(findStale(CLAIMS));
});
