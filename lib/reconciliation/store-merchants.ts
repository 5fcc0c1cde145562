import "server-only";
import type pg from "pg";
import { foldText, wordsOf } from "@/lib/domain/cards/search-text";

/** An index can't store more; a name that long is a description. */
const MAX_NAME_LENGTH = 200;

/** Of one file. Further ones are looked up for every batch of rows. */
const MAX_REMEMBERED = 10_000;

/** By code points, because half a surrogate pair can't be stored. */
export function merchantName(text: string | null): string | null {
  if (text === null || text.length <= MAX_NAME_LENGTH) return text;
  return Array.from(text).slice(0, MAX_NAME_LENGTH).join("");
}

/** Except those that are `stored`; adds the others to them. */
export async function storeMerchants(
  db: pg.Pool,
  names: readonly (string | null)[],
  stored: Set<string>,
): Promise<void> {
  // In a fixed order, so that two instances can't wait for each other.
  const distinct = [...new Set(names)]
    .filter((name) => name !== null)
    .filter((name) => !stored.has(name))
    .sort();
  if (distinct.length === 0) return;
  await db.query(
    `insert into merchants (name, key, words)
     select m.name, m.key, array_to_tsvector(string_to_array(m.words, ' '))
     from unnest($1::text[], $2::text[], $3::text[]) as m (name, key, words)
     on conflict do nothing`,
    [distinct, distinct.map(foldText), distinct.map((name) => wordsOf(name).join(" "))],
  );
  // A copy, because a part of a text can keep all of it in memory.
  for (const name of distinct.slice(0, MAX_REMEMBERED - stored.size))
    stored.add(Buffer.from(name).toString());
}
