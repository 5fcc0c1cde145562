import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Claim, KeptOutcome, Results } from "./claim";
import { isStale } from "./coverage";
import { renderProof } from "./render-proof";

const DOCS = join(import.meta.dirname, "..", "..", "docs");
const RESULTS_FILE = join(DOCS, "proof.json");
export const PROOF_FILE = join(DOCS, "proof.md");

export function readResults(): Results {
  return existsSync(RESULTS_FILE) ? JSON.parse(readFileSync(RESULTS_FILE, "utf8")) : {};
}

/** Rows that the product has outgrown since they were measured. */
export function findStale(claims: readonly Claim[]): string[] {
  const results = readResults();
  return claims
    .filter(({ name, covers }) => results[name] && isStale(covers, results[name].covered))
    .map(({ name }) => name);
}

/** As the product is now. */
export function writeProof(claims: readonly Claim[]): void {
  writeFileSync(PROOF_FILE, renderProof(claims, readResults()));
}

/** Replaces the row of one claim in docs/proof.md. */
export function saveResult(claims: readonly Claim[], name: string, outcome: KeptOutcome): void {
  const results: Results = {
    ...readResults(),
    [name]: { ...outcome, date: new Date().toISOString().slice(0, 10) },
  };
  const known = claims.filter(({ name }) => results[name]).map(({ name }) => [name, results[name]]);
  writeFileSync(RESULTS_FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  writeProof(claims);
}
