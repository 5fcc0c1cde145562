import "server-only";
import { pool } from "@/lib/db/database";
import { isInitial, type SearchTerm, searchTerms, storableText } from "@/lib/domain/search-text";

/** What was typed, as questions to the index. */
export type CardQuery = {
  /** Text search: every piece as a whole word. */
  whole: string;
  /** Text search: the words that narrow down much, each as the beginning of a word. */
  prefix: string;
  /** The others, such as "ma": too many words begin so to be looked up, so they only sift what was found. */
  sift: string | null;
  /** The words that may be mistyped. */
  words: string[];
  /** The beginning of an id, as it was typed and in small letters; none where there are several pieces. */
  ids: string[];
};

/** SQL for the number of a customer id, which its index holds: "81158" of "cust_81158". */
export const CUSTOMER_NUMBER = "substring(customer_id from '[0-9]+$')";

const LEAST_WORD = 2;
const LEAST_DIGITS = 3;
const LEAST_ID = 3;
/** So many words may begin as it was typed before that says little. */
const MOST_KNOWN = 16;

/** Null when there is nothing to look for yet. */
export async function buildCardQuery(typed: string): Promise<CardQuery | null> {
  const pieces = searchTerms(typed);
  if (pieces.length === 0 || pieces.every(({ whole }) => whole.length < LEAST_WORD)) return null;
  const text = storableText(typed).trim();
  const isId = pieces.length === 1 && text.length >= LEAST_ID;
  const words = pieces.flatMap((piece) => piece.words);
  return {
    whole: words.map(lexeme).join(" & "),
    ...(await beginnings(pieces)),
    words,
    ids: isId ? [...new Set([text, text.toLowerCase()])] : [],
  };
}

/**
 * The known words that begin so take the place of each typed one: whole words are met one by one along the index,
 * where a mere beginning has it read through for all of them. An initial is a word of the index itself. Of a piece
 * with hyphens only the last part may be unfinished.
 */
async function beginnings(pieces: readonly SearchTerm[]): Promise<Pick<CardQuery, "prefix" | "sift">> {
  const words = pieces.flatMap((piece) => piece.words);
  const unfinished = pieces.flatMap((piece) => piece.words.slice(-1)).filter((word) => !isInitial(word));
  const known = await findKnown(unfinished);
  const isWide = (word: string) =>
    hasLetter(word) ? (known.get(word)?.length ?? 0) > MOST_KNOWN : word.length < LEAST_DIGITS;
  const wide = unfinished.filter(isWide).map(begun);
  const narrow = words
    .filter((word) => !unfinished.includes(word) || !isWide(word))
    .map((word) => (unfinished.includes(word) ? (anyOf(known.get(word)) ?? begun(word)) : lexeme(word)));
  if (narrow.length === 0) return { prefix: wide.join(" & "), sift: null };
  return { prefix: narrow.join(" & "), sift: wide.length > 0 ? wide.join(" & ") : null };
}

/** Every word with a letter in it is known (`indexed_words`); last fours and other figures are not. */
async function findKnown(words: readonly string[]): Promise<Map<string, string[]>> {
  const db = await pool();
  const { rows } = await db.query<{ word: string; known: string[] }>(
    `select typed.word, array(
       select w.word from indexed_words w
       where w.word >= typed.word and w.word < typed.word || chr(1114111) limit ${MOST_KNOWN + 1}
     ) as known
     from unnest($1::text[]) as typed (word)`,
    [words.filter(hasLetter)],
  );
  return new Map(rows.map(({ word, known }) => [word, known]));
}

function hasLetter(word: string): boolean {
  return /\p{Letter}/u.test(word);
}

function anyOf(words: readonly string[] | undefined): string | null {
  return words && words.length > 0 ? `(${words.map(lexeme).join(" | ")})` : null;
}

function begun(word: string): string {
  return `${lexeme(word)}:*`;
}

/** A word is letters and digits alone: nothing in it could end the quotes. */
function lexeme(word: string): string {
  return `'${word}'`;
}

/** SQL for what begins as it was typed. What sifts is asked of a copy of the words, which no index knows. */
export function prefixCondition(prefix: string, sift: string): string {
  return `words @@ ${prefix}::tsquery and (${sift}::text is null or strip(words) @@ ${sift}::tsquery)`;
}

/** SQL of a query for the known words nearest to each typed one; null when one of them has none near. */
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
