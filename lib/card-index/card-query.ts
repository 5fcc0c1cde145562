import { searchPieces } from "@/lib/domain/search-text";

/** What was typed as text-search queries over a card's words. */
export type CardQuery = {
  /** Every piece as a whole word or id. */
  whole: string;
  /** Every piece as the beginning of one. */
  prefix: string;
  /** The words that may be mistyped. */
  words: string[];
};

/** Null when there is nothing to look for yet. */
export function cardQuery(typed: string): CardQuery | null {
  const pieces = searchPieces(typed);
  if (pieces.length === 0 || pieces.every(({ whole }) => whole.length < 2)) return null;
  return {
    whole: pieces.map(({ whole, words }) => eitherWay(whole, words, "")).join(" & "),
    prefix: pieces.map(({ whole, words }) => eitherWay(whole, words, ":*")).join(" & "),
    words: pieces.flatMap(({ words }) => words),
  };
}

/** An id with hyphens is one word of a card; a name with hyphens is several. */
function eitherWay(whole: string, words: readonly string[], suffix: string): string {
  const parts = words.map((word) => `${lexeme(word)}${suffix}`).join(" & ");
  return words.length === 1 && words[0] === whole ? parts : `(${lexeme(whole)}${suffix} | (${parts}))`;
}

function lexeme(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** SQL of a query for the known words nearest to each typed one; null when one of them has none near. */
export function alikeQuery(typed: string): string {
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
