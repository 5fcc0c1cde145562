import { z } from "zod";

export type Direction = "asc" | "desc";
export type Sort<By extends string> = { by: By; direction: Direction };

/** Where a page ends: the sorted value, the time and the id of its last row. */
const Cursor = z.tuple([z.string(), z.string(), z.string()]);
type Cursor = z.infer<typeof Cursor>;

/** Collects conditions and the values that stand behind their `$n`. */
export class Conditions {
  readonly values: unknown[];
  readonly #conditions: string[] = [];

  /** Conditions within another's query count on from its values. */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** `?` stands for the value. Nothing is asked for what is undefined, null or an empty list. */
  add(condition: string, value: unknown): void {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return;
    this.#conditions.push(condition.replaceAll("?", this.place(value)));
  }

  /** Puts a value in and gives its place. */
  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  and(condition: string): void {
    this.#conditions.push(condition);
  }

  toString(): string {
    return this.#conditions.length > 0 ? this.#conditions.join(" and ") : "true";
  }
}

/** `order by` that is the same on every page: the column, then the time, then the id. */
export function orderBy(column: string, direction: Direction): string {
  return keys(column)
    .map((key) => `${key} ${direction}`)
    .join(", ");
}

/** Only what comes after the page that ended at the cursor. One that nobody can read starts at the beginning. */
export function addCursor(
  conditions: Conditions,
  after: string | null | undefined,
  { column, type, direction }: { column: string; type: string; direction: Direction },
): void {
  const cursor = readCursor(after);
  if (!cursor) return;
  const [value, createdAt, id] = cursor;
  const places = [
    ...(column === "created_at" ? [] : [`${conditions.place(value)}::${type}`]),
    `${conditions.place(createdAt)}::timestamptz`,
    conditions.place(id),
  ];
  conditions.and(`(${keys(column).join(", ")}) ${direction === "asc" ? ">" : "<"} (${places.join(", ")})`);
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function readCursor(text: string | null | undefined): Cursor | null {
  if (!text) return null;
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return Number.isNaN(Date.parse(cursor[1])) || cursor.some((part) => part.includes("\0")) ? null : cursor;
  } catch {
    return null;
  }
}

function keys(column: string): string[] {
  return column === "created_at" ? ["created_at", "id"] : [column, "created_at", "id"];
}
