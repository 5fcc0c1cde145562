import { toAscii } from "@/lib/domain/text/characters";

const MAX_WORD_LENGTH = 64;
const MAX_TERMS = 8;

/** Longer text doesn't fit into an index, and one such card would stop the sync of all. */
const MAX_INDEXED_LENGTH = 500;

/** Removes what a database can't store or index: control characters, unpaired surrogates, and the end of a long text. */
export function storableText(text: string): string {
  return text
    .slice(0, MAX_INDEXED_LENGTH)
    .toWellFormed()
    .replace(/\p{Control}/gu, " ");
}

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;

/** Removes accents and case: "Müller" and "MULLER" become "muller". Other scripts stay. */
export function foldText(text: string): string {
  // The fast path: most names need no folding, and an index has millions.
  if (PLAIN.test(text)) return text.slice(0, MAX_INDEXED_LENGTH).toLowerCase();
  // Cut again, because some characters become longer.
  return toAscii(storableText(text))
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .slice(0, MAX_INDEXED_LENGTH)
    .trim();
}

/** "Jean-Luc O’Brien" becomes jean, luc and obrien. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))];
}

/** The words and their first letters. */
export function withInitials(words: readonly string[]): string[] {
  return [...new Set([...words, ...words.map(initialOf)])];
}

export function isInitial(word: string): boolean {
  return word === initialOf(word);
}

/** By code points, like the database. */
function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** A term is a typed part between spaces: an ID stays complete, a name is also split into words. */
export type SearchTerm = { text: string; words: string[] };

export function searchTerms(typed: string): SearchTerm[] {
  return foldText(typed)
    .split(" ")
    .filter((term) => /[\p{Letter}\p{Number}]/u.test(term))
    .slice(0, MAX_TERMS)
    .map((term) => ({ text: term.slice(0, MAX_WORD_LENGTH), words: wordsOf(term) }));
}
