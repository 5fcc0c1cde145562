import "server-only";
import { pool } from "@/lib/db/database";
import { isInitial, type SearchTerm, searchTerms, storableText } from "@/lib/domain/cards/search-text";

/** The parts of a search text, as queries to the index. */
export type CardQuery = {
  /** A tsquery that matches every word exactly. */
  exact: string;
  /** A tsquery for the selective words, each as a prefix. */
  prefix: string;
  /** Prefixes such as "ma" match too many words for an index lookup, so they only filter the rows that were found. */
  postFilter: string | null;
  /** For the fuzzy search. */
  words: string[];
  /** Prefixes of an ID, as typed and in lower case; empty if there are several terms. */
  ids: string[];
};

/** The SQL expression of an index: "81158" in "cust_81158". */
export const CUSTOMER_NUMBER = "substring(customer_id from '[0-9]+$')";

const MIN_WORD_LENGTH = 2;
const MIN_DIGITS = 3;
const MIN_ID_LENGTH = 3;
/** A prefix with more completions is not selective. */
const MAX_COMPLETIONS = 16;

/**
 * Null if the text is too short to search for. For example, if the index knows "mulder" and "muller" and more than
 * sixteen words that begin with "ma" (`worked-examples.test.ts` keeps this true):
 *
 * ```sql
 * -- typed: Mül ma
 * words @@ $1::tsquery and ($2::text is null or strip(words) @@ $2::tsquery)
 * -- $1 = ('mulder' | 'muller')
 * -- $2 = 'ma':*
 * ```
 */
export async function buildCardQuery(typed: string): Promise<CardQuery | null> {
  const terms = searchTerms(typed);
  if (terms.length === 0 || terms.every(({ text }) => text.length < MIN_WORD_LENGTH)) return null;
  const text = storableText(typed).trim();
  const isId = terms.length === 1 && text.length >= MIN_ID_LENGTH;
  const words = terms.flatMap((term) => term.words);
  return {
    exact: words.map(lexeme).join(" & "),
    ...(await prefixQueries(terms)),
    words,
    ids: isId ? [...new Set([text, text.toLowerCase()])] : [],
  };
}

/**
 * Replaces each prefix by its known completions, because the index looks up whole words one by one but scans for a
 * prefix. Initials are words of the index themselves. Only the last part of a hyphenated term may be incomplete.
 */
async function prefixQueries(
  terms: readonly SearchTerm[],
): Promise<Pick<CardQuery, "prefix" | "postFilter">> {
  const words = terms.flatMap((term) => term.words);
  const incomplete = terms.flatMap((term) => term.words.slice(-1)).filter((word) => !isInitial(word));
  const completions = await findCompletions(incomplete);
  const isUnselective = (word: string) =>
    hasLetter(word) ? (completions.get(word)?.length ?? 0) > MAX_COMPLETIONS : word.length < MIN_DIGITS;
  const unselective = incomplete.filter(isUnselective).map(prefixLexeme);
  const selective = words
    .filter((word) => !incomplete.includes(word) || !isUnselective(word))
    .map((word) =>
      incomplete.includes(word) ? (anyLexeme(completions.get(word)) ?? prefixLexeme(word)) : lexeme(word),
    );
  if (selective.length === 0) return { prefix: unselective.join(" & "), postFilter: null };
  return {
    prefix: selective.join(" & "),
    postFilter: unselective.length > 0 ? unselective.join(" & ") : null,
  };
}

/** `indexed_words` has every word with a letter, but no numbers such as a last four. */
async function findCompletions(words: readonly string[]): Promise<Map<string, string[]>> {
  const db = await pool();
  const { rows } = await db.query<{ word: string; completions: string[] }>({
    name: "find-completions",
    text: `select typed.word, array(
       select w.word from indexed_words w
       where w.word >= typed.word and w.word < typed.word || chr(1114111) limit ${MAX_COMPLETIONS + 1}
     ) as completions
     from unnest($1::text[]) as typed (word)`,
    values: [words.filter(hasLetter)],
  });
  return new Map(rows.map(({ word, completions }) => [word, completions]));
}

function hasLetter(word: string): boolean {
  return /\p{Letter}/u.test(word);
}

function anyLexeme(words: readonly string[] | undefined): string | null {
  return words && words.length > 0 ? `(${words.map(lexeme).join(" | ")})` : null;
}

function prefixLexeme(word: string): string {
  return `${lexeme(word)}:*`;
}

/** Words contain only letters and digits, so they need no escaping. */
function lexeme(word: string): string {
  return `'${word}'`;
}

/** `strip` makes a copy that no index covers, so PostgreSQL applies the post-filter only to the rows it found. */
export function prefixCondition(prefix: string, postFilter: string): string {
  return `words @@ ${prefix}::tsquery and (${postFilter}::text is null or strip(words) @@ ${postFilter}::tsquery)`;
}

/** A tsquery for the most similar known words; null if a typed word has no similar one. */
export function fuzzyQuery(typed: string): string {
  return `
    select string_agg('(' || likes || ')', ' & ')::tsquery
    from unnest(${typed}::text[]) as typed (word)
    cross join lateral (
      select case when typed.word ~ '^[0-9]+$' then quote_literal(typed.word) || ':*'
                  else string_agg(quote_literal(near.word), ' | ') end as likes
      from (
        select w.word from indexed_words w where w.word % typed.word
        order by similarity(w.word, typed.word) desc, w.word limit 6
      ) near
    ) nearby
    having bool_and(likes is not null)`;
}
