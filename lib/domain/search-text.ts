import { toAscii } from "./characters";

const LONGEST_WORD = 64;
const MOST_WORDS = 8;

/** The same text as a database can hold it: no control characters, no half of a pair. */
export function storableText(text: string): string {
  return text.toWellFormed().replace(/\p{Control}/gu, " ");
}

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;

/** The same text without accents and case: "Müller" and "MULLER" are "muller". Other scripts stay as they are. */
export function foldText(text: string): string {
  // Most names have nothing to fold, and an index has millions of them.
  if (PLAIN.test(text)) return text.toLowerCase();
  return toAscii(storableText(text))
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim();
}

/** The words of a name, folded: "Jean-Luc O’Brien" is jean, luc and obrien. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))];
}

/** What a name is found by: its words, and the letter that each begins with. */
export function withInitials(words: readonly string[]): string[] {
  return [...new Set([...words, ...words.map(initialOf)])];
}

export function isInitial(word: string): boolean {
  return word === initialOf(word);
}

/** By whole characters, as the database has them. */
function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** What was typed, piece by piece: an id stays whole, a name falls into its words. */
export type SearchTerm = { whole: string; words: string[] };

export function searchTerms(typed: string): SearchTerm[] {
  return foldText(typed)
    .split(" ")
    .filter((piece) => /[\p{Letter}\p{Number}]/u.test(piece))
    .slice(0, MOST_WORDS)
    .map((piece) => ({ whole: piece.slice(0, LONGEST_WORD), words: wordsOf(piece) }));
}
