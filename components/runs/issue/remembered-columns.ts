import { ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";

export type ColumnMapping = readonly (IssueColumnKey | null)[];

type Remembered = { header: string; mapping: ColumnMapping };

const STORAGE_KEY = "cardwell-issue-columns";
const MAX_HEADERS = 20;
const KEYS: ReadonlySet<unknown> = new Set(ISSUE_COLUMNS.map(({ key }) => key));

/** What the person chose last time for the same header; null if there is nothing. */
export function recallColumns(header: readonly string[]): ColumnMapping | null {
  const name = hashHeader(header);
  const found = read().find((remembered) => remembered.header === name);
  return found?.mapping.length === header.length ? found.mapping : null;
}

export function rememberColumns(header: readonly string[], mapping: ColumnMapping): void {
  const name = hashHeader(header);
  const others = read().filter((remembered) => remembered.header !== name);
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([{ header: name, mapping }, ...others].slice(0, MAX_HEADERS)),
    );
  } catch {
    // Storage may be full or switched off; the columns are then recognized by name.
  }
}

function read(): Remembered[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRemembered) : [];
  } catch {
    return [];
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== "object" || value === null) return false;
  const { header, mapping } = value as Partial<Record<keyof Remembered, unknown>>;
  return (
    typeof header === "string" &&
    Array.isArray(mapping) &&
    mapping.every((key) => key === null || KEYS.has(key)) &&
    isUnique(mapping.filter((key) => key !== null))
  );
}

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const FIRST_PRIME = 2_654_435_761;
const SECOND_PRIME = 1_597_334_677;

/** A file without a header has personal data in its first row, so only this is stored. */
export function hashHeader(header: readonly string[]): string {
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (const character of JSON.stringify(header.map((name) => name.trim().toLowerCase()))) {
    const code = character.codePointAt(0) ?? 0;
    first = Math.imul(first ^ code, FIRST_PRIME);
    second = Math.imul(second ^ code, SECOND_PRIME);
  }
  return `${(first >>> 0).toString(36)}${(second >>> 0).toString(36)}`;
}
