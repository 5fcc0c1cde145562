import "server-only";
import { pool } from "@/lib/db/database";
import { foldText, wordsOf } from "@/lib/domain/cards/search-text";

/** A search finds the transactions of this many merchants, and this many of each, the newest ones. */
export const MAX_MATCHING_MERCHANTS = 20;
const MAX_OF_MERCHANT = 2_000;
const MIN_TEXT_LENGTH = 3;
const MAX_SUGGESTIONS = 8;

/** A tsquery for merchants that have every word of the text, each as a prefix; null if the text is too short. */
export function merchantQuery(text: string): string | null {
  const words = wordsOf(text);
  if (words.length === 0 || foldText(text).length < MIN_TEXT_LENGTH) return null;
  return words.map((word) => `'${word}':*`).join(" & ");
}

/** At most one more than a search includes. */
export async function findMerchantKeys(text: string): Promise<string[]> {
  const query = merchantQuery(text);
  if (!query) return [];
  const { rows } = await (await pool()).query<{ key: string }>(
    `select distinct key from merchants where words @@ $1::tsquery order by key limit ${MAX_MATCHING_MERCHANTS + 1}`,
    [query],
  );
  return rows.map(({ key }) => key);
}

/** The IDs of the newest transactions of each of these merchants. */
export function transactionsOfMerchants(keys: string, limit = MAX_OF_MERCHANT): string {
  return `select newest.transaction_id from unnest(${keys}::text[]) as matching (key)
    cross join lateral (
      select transaction_id from transaction_facts f
      where f.merchant_key = matching.key and f.transaction_created_at is not null
      order by f.transaction_created_at desc, f.transaction_id desc limit ${limit}
    ) newest`;
}

/** Whether a search leaves out transactions, because of too many merchants or too many transactions of one. */
export async function matchesTooManyAtMerchants(text: string): Promise<boolean> {
  const keys = await findMerchantKeys(text);
  if (keys.length > MAX_MATCHING_MERCHANTS) return true;
  if (keys.length === 0) return false;
  const { rows } = await (await pool()).query<{ is_over: boolean }>(
    `select exists (
       select from unnest($1::text[]) as matching (key)
       where exists (
         select from transaction_facts f
         where f.merchant_key = matching.key and f.transaction_created_at is not null
         order by f.transaction_created_at desc offset ${MAX_OF_MERCHANT} limit 1)
     ) as is_over`,
    [keys],
  );
  return rows[0]?.is_over ?? false;
}

/** Merchants with transactions, one spelling of each, in alphabetical order. */
export async function suggestMerchants(text: string): Promise<string[]> {
  const words = wordsOf(text);
  const { rows } = await (await pool()).query<{ name: string }>(
    `select distinct on (key) name from merchants m
     where ($1::text is null or words @@ $1::tsquery)
       and exists (select from transaction_facts f where f.merchant_key = m.key)
     order by key, name limit ${MAX_SUGGESTIONS}`,
    [words.length === 0 ? null : words.map((word) => `'${word}':*`).join(" & ")],
  );
  return rows.map(({ name }) => name);
}
