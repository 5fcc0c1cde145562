import { z } from "zod";
import { isStorable } from "@/lib/domain/text/storable-text";
import { isIsoDate } from "@/lib/domain/time/calendar";
import type { Conditions } from "@/lib/postgres/conditions";

export type Direction = "asc" | "desc";
export type Sort<By extends string> = { by: By; direction: Direction };

const CursorText = z.string().refine(isStorable);
// PostgreSQL has no year 0.
const CursorTime = z.iso.datetime().refine((text) => !text.startsWith("0000"));
/** The sort value, the time and the ID of the row at which a page ends. */
const CursorKey = z.tuple([CursorText, CursorTime, CursorText]);
type CursorKey = z.infer<typeof CursorKey>;

/** A total order, so that every page uses the same one: the column, then the time, then the ID. */
export function orderBy(column: string, direction: Direction): string {
  return sortColumns(column)
    .map((key) => `${key} ${direction}`)
    .join(", ");
}

/** The page after or before an encoded row; without either, the first page. */
export type Cursor = { after?: string | null | undefined; before?: string | null | undefined };

type SortedColumn = { column: string; type: string; direction: Direction };

/** A page before a row is read backwards. An invalid cursor means the first page. */
export type PageStart = { cursor: CursorKey | null; isBackwards: boolean; direction: Direction };

export function parseCursor(
  { after, before }: Cursor,
  { type, direction }: Omit<SortedColumn, "column">,
): PageStart {
  const end = decodeCursor(before, type);
  if (!end) return { cursor: decodeCursor(after, type), isBackwards: false, direction };
  return { cursor: end, isBackwards: true, direction: direction === "asc" ? "desc" : "asc" };
}

/** Limits the query to the rows after the cursor, in the reading direction. */
export function addCursor(
  conditions: Conditions,
  { cursor, direction }: PageStart,
  { column, type }: Omit<SortedColumn, "direction">,
): void {
  if (!cursor) return;
  const [value, createdAt, id] = cursor;
  const placeholders = [
    ...(column === "created_at" ? [] : [`${conditions.bind(value)}::${type}`]),
    `${conditions.bind(createdAt)}::timestamptz`,
    conditions.bind(id),
  ];
  conditions.and(
    `(${sortColumns(column).join(", ")}) ${direction === "asc" ? ">" : "<"} (${placeholders.join(", ")})`,
  );
}

type KeyedRow = { sort_value: string; created_at: Date; id: string };

export type KeysetPage<Row> = {
  rows: Row[];
  /** The cursor of the next page; null on the last page. */
  next: string | null;
  /** The cursor of the previous page; null on the first page. */
  previous: string | null;
};

/** `read` has one row more than the page if there are more rows. */
export function toPage<Row extends KeyedRow>(
  read: readonly Row[],
  limit: number,
  { cursor, isBackwards }: PageStart,
): KeysetPage<Row> {
  const hasMore = read.length > limit;
  const rows = isBackwards ? read.slice(0, limit).reverse() : read.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasPrevious = isBackwards ? hasMore : cursor !== null;
  return {
    rows,
    next: (isBackwards || hasMore) && last ? encodeCursor(last) : null,
    previous: hasPrevious && first ? encodeCursor(first) : null,
  };
}

function encodeCursor({ sort_value, created_at, id }: KeyedRow): string {
  const cursor: CursorKey = [sort_value, created_at.toISOString(), id];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

const NUMBER = /^-?\d{1,60}(\.\d{1,60})?$/;
const VALID: Record<string, (value: string) => boolean> = {
  numeric: (value) => NUMBER.test(value),
  date: isIsoDate,
};

function decodeCursor(text: string | null | undefined, type: string): CursorKey | null {
  if (!text) return null;
  try {
    const cursor = CursorKey.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    // The cursor comes from another sort order, or was forged.
    return VALID[type]?.(cursor[0]) === false ? null : cursor;
  } catch {
    return null;
  }
}

export function sortColumns(column: string): string[] {
  return column === "created_at" ? ["created_at", "id"] : [column, "created_at", "id"];
}
