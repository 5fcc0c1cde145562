import "server-only";
import type pg from "pg";
import { foldText, wordsOf } from "@/lib/domain/cards/search-text";

/** An index can't store more; a name that long is a description. */
const MAX_NAME_LENGTH = 200;

/** By code points, because half a surrogate pair can't be stored. */
export function merchantName(text: string | null): string | null {
  if (text === null || text.length <= MAX_NAME_LENGTH) return text;
  return Array.from(text).slice(0, MAX_NAME_LENGTH).join("");
}

export async function storeMerchants(db: pg.Pool, names: readonly (string | null)[]): Promise<void> {
  // In a fixed order, so that two instances can't wait for each other.
  const distinct = [...new Set(names)].filter((name) => name !== null).sort();
  await db.query(
    `insert into merchants (name, key, words)
     select m.name, m.key, array_to_tsvector(string_to_array(m.words, ' '))
     from unnest($1::text[], $2::text[], $3::text[]) as m (name, key, words)
     on conflict do nothing`,
    [distinct, distinct.map(foldText), distinct.map((name) => wordsOf(name).join(" "))],
  );
}
