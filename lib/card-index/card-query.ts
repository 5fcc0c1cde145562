import { searchPieces, storableText } from "@/lib/domain/search-text";

/** What was typed, as questions to the index. */
export type CardQuery = {
  /** Text search: every piece as a whole word. */
  whole: string;
  /** Text search: every piece that is long enough to narrow down much, as the beginning of a word. */
  prefix: string;
  /** The others, such as an initial: too many words begin so to be looked up, so they only sift what was found. */
  initials: string | null;
  /** The words that may be mistyped. */
  words: string[];
  /** The beginning of an id, as it was typed and in small letters; none where there are several pieces. */
  ids: string[];
};

const LEAST_WORD = 2;
const LEAST_LOOKED_UP = 3;
const LEAST_ID = 3;

/** Null when there is nothing to look for yet. */
export function cardQuery(typed: string): CardQuery | null {
  const pieces = searchPieces(typed);
  if (pieces.length === 0 || pieces.every(({ whole }) => whole.length < LEAST_WORD)) return null;
  const text = storableText(typed).trim();
  const long = pieces.filter(({ whole }) => whole.length >= LEAST_LOOKED_UP);
  const lookedUp = long.length > 0 ? long : pieces;
  const sifting = pieces.filter((piece) => !lookedUp.includes(piece));
  const isId = pieces.length === 1 && text.length >= LEAST_ID;
  return {
    whole: pieces.map(({ words }) => words.map(lexeme).join(" & ")).join(" & "),
    prefix: begun(lookedUp),
    initials: sifting.length > 0 ? begun(sifting) : null,
    words: pieces.flatMap(({ words }) => words),
    ids: isId ? [...new Set([text, text.toLowerCase()])] : [],
  };
}

function begun(pieces: readonly { words: readonly string[] }[]): string {
  return pieces.map(({ words }) => begunWords(words)).join(" & ");
}

/** Of a piece with hyphens only the last part may be unfinished. */
function begunWords(words: readonly string[]): string {
  return `${words.map(lexeme).join(" & ")}:*`;
}

/** A word is letters and digits alone: nothing in it could end the quotes. */
function lexeme(word: string): string {
  return `'${word}'`;
}

/** SQL for what begins as it was typed. Initials are asked of a copy of the words, which no index knows. */
export function beginsAs(prefix: string, initials: string): string {
  return `words @@ ${prefix}::tsquery and (${initials}::text is null or strip(words) @@ ${initials}::tsquery)`;
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
