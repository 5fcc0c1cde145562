import { toAscii } from "./characters";

const MAX_WORD_LENGTH = 64;
const MAX_TERMS = 8;

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
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))];
}

/** What a name is found by: its words, and the letter that each begins with. */
export function withInitials(words: readonly string[]): string[] {
  return [...new Set([...words, ...words.map(initialOf)])];
}

export function isInitial(word: string): boolean {
  return word === initialOf(word);
}

/** By text characters, as the database has them. */
function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** What was typed, term by term: an id stays text, a name falls into its words. */
export type SearchTerm = { text: string; words: string[] };

export function searchTerms(typed: string): SearchTerm[] {
  return foldText(typed)
    .split(" ")
    .filter((term) => /[\p{Letter}\p{Number}]/u.test(term))
    .slice(0, MAX_TERMS)
    .map((term) => ({ text: term.slice(0, MAX_WORD_LENGTH), words: wordsOf(term) }));
}
