import "server-only";
import { createHash } from "node:crypto";
import { findKeyId } from "@/lib/db/seal";
import type { Row, Trailer } from "./backup-format";

const MODULUS = 2n ** 256n;

export type TableSummary = Trailer["tables"][string];

/**
 * Counts and hashes the rows of each table. A table's hash is the sum of its rows' SHA-256 hashes, so it doesn't depend
 * on the order in which a database returns them, and neither database has to sort.
 */
export class RowSummary {
  readonly #tables = new Map<string, { rows: number; sum: bigint }>();
  readonly #keyIds = new Set<string>();
  #current = { rows: 0, sum: 0n };

  startTable(name: string): void {
    this.#current = { rows: 0, sum: 0n };
    this.#tables.set(name, this.#current);
  }

  /** `line` is the row as JSON. */
  add(row: Row, line: string): void {
    const hash = createHash("sha256").update(line).digest("hex");
    this.#current.rows++;
    this.#current.sum = (this.#current.sum + BigInt(`0x${hash}`)) % MODULUS;
    for (const value of row) {
      const keyId = value === null ? null : findKeyId(value);
      if (keyId !== null) this.#keyIds.add(keyId);
    }
  }

  get keyIds(): string[] {
    return [...this.#keyIds].sort();
  }

  get tables(): Record<string, TableSummary> {
    return Object.fromEntries(
      [...this.#tables].map(([name, { rows, sum }]) => [
        name,
        { rows, hash: sum.toString(16).padStart(64, "0") },
      ]),
    );
  }
}

/** The first table that differs. */
export function findDifference(
  expected: Record<string, TableSummary>,
  actual: Record<string, TableSummary>,
): string | null {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return (
    names.find(
      (name) => expected[name]?.rows !== actual[name]?.rows || expected[name]?.hash !== actual[name]?.hash,
    ) ?? null
  );
}
