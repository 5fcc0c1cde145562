import { z } from "zod";
import { isStorable } from "@/lib/domain/storable-text";
import type { Conditions } from "@/lib/postgres/conditions";

export type Direction = "asc" | "desc";
export type Sort<By extends string> = { by: By; direction: Direction };

/** Where a page ends: the sorted value, the time and the id of its last row. */
const CursorText = z.string().refine(isStorable);
// PostgreSQL knows no year 0.
const CursorTime = z.iso.datetime().refine((text) => !text.startsWith("0000"));
const Cursor = z.tuple([CursorText, CursorTime, CursorText]);
type Cursor = z.infer<typeof Cursor>;

/** `order by` that is the same on every page: the column, then the time, then the id. */
export function orderBy(column: string, direction: Direction): string {
  return keys(column)
    .map((key) => `${key} ${direction}`)
    .join(", ");
}

/** Where in a list a page lies: after the last row of another page, before the first row of one, or at the start. */
export type Place = { after?: string | null | undefined; before?: string | null | undefined };

type SortedColumn = { column: string; type: string; direction: Direction };

/** A page before a row is read backwards. A cursor that nobody can read is the start of the list. */
export type Start = { cursor: Cursor | null; isBackwards: boolean; direction: Direction };

export function readPlace(
  { after, before }: Place,
  { type, direction }: Omit<SortedColumn, "column">,
): Start {
  const end = readCursor(before, type);
  if (!end) return { cursor: readCursor(after, type), isBackwards: false, direction };
  return { cursor: end, isBackwards: true, direction: direction === "asc" ? "desc" : "asc" };
}

/** Only what comes after the cursor, in the direction of reading. */
export function addCursor(
  conditions: Conditions,
  { cursor, direction }: Start,
  { column, type }: Omit<SortedColumn, "direction">,
): void {
  if (!cursor) return;
  const [value, createdAt, id] = cursor;
  const places = [
    ...(column === "created_at" ? [] : [`${conditions.bind(value)}::${type}`]),
    `${conditions.bind(createdAt)}::timestamptz`,
    conditions.bind(id),
  ];
  conditions.and(`(${keys(column).join(", ")}) ${direction === "asc" ? ">" : "<"} (${places.join(", ")})`);
}

type KeyedRow = { sort_value: string; created_at: Date; id: string };

export type KeysetPage<Row> = {
  rows: Row[];
  /** Where the next page begins; null on the last. */
  next: string | null;
  /** Where the one before ends; null on the first. */
  previous: string | null;
};

/** What was read, which is one row more than a page holds where there is more, as a page. */
export function toPage<Row extends KeyedRow>(
  read: readonly Row[],
  limit: number,
  { cursor, isBackwards }: Start,
): KeysetPage<Row> {
  const isMore = read.length > limit;
  const rows = isBackwards ? read.slice(0, limit).reverse() : read.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasPrevious = isBackwards ? isMore : cursor !== null;
  return {
    rows,
    next: (isBackwards || isMore) && last ? writeCursor(last) : null,
    previous: hasPrevious && first ? writeCursor(first) : null,
  };
}

function writeCursor({ sort_value, created_at, id }: KeyedRow): string {
  const cursor: Cursor = [sort_value, created_at.toISOString(), id];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

const NUMBER = /^-?\d{1,60}(\.\d{1,60})?$/;

function readCursor(text: string | null | undefined, type: string): Cursor | null {
  if (!text) return null;
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    // Made under another sort, or by a stranger.
    return type === "numeric" && !NUMBER.test(cursor[0]) ? null : cursor;
  } catch {
    return null;
  }
}

/** The columns that a list is in order of. */
export function keys(column: string): string[] {
  return column === "created_at" ? ["created_at", "id"] : [column, "created_at", "id"];
}
