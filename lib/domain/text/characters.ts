/** An unsupported character, and a name that helps the person to find it. */
export type OffendingCharacter = { character: string; name: string };

const CARD_NAME_FORBIDDEN = new Set([...";:!?<>~\\%@{}|[]”_"]);
const ADDRESS_FORBIDDEN = new Set([...";:!?<>~\\%^@{}|[]'"]);
const POSTAL_CODE_ALLOWED = /^[0-9A-Za-z -]$/;
const ADDRESS_FIRST_CODE = 33;
const ADDRESS_LAST_CODE = 122;
const MAX_NAMED = 10;

const NAMES: Record<string, string> = {
  ";": "semicolon",
  ":": "colon",
  "!": "exclamation mark",
  "?": "question mark",
  "<": "less-than sign",
  ">": "greater-than sign",
  "~": "tilde",
  "\\": "backslash",
  "%": "percent sign",
  "^": "caret",
  "@": "at sign",
  "{": "curly brace",
  "}": "curly brace",
  "|": "vertical bar",
  "[": "square bracket",
  "]": "square bracket",
  "”": "right double quotation mark",
  "'": "apostrophe",
  _: "underscore",
  "\t": "tab",
  "\n": "line break",
  "\r": "line break",
  "\u00a0": "non-breaking space",
  "\u200b": "zero-width space",
};

export function offendingInCardName(text: string): OffendingCharacter[] {
  return offending(text, (character) => CARD_NAME_FORBIDDEN.has(character) || isControl(character));
}

/** Printable ASCII without some characters; a space is allowed ("Hong Kong"). */
export function offendingInAddress(text: string): OffendingCharacter[] {
  return offending(text, (character) => {
    if (character === " ") return false;
    const code = character.codePointAt(0) ?? 0;
    return code < ADDRESS_FIRST_CODE || code > ADDRESS_LAST_CODE || ADDRESS_FORBIDDEN.has(character);
  });
}

export function offendingInPostalCode(text: string): OffendingCharacter[] {
  return offending(text, (character) => !POSTAL_CODE_ALLOWED.test(character));
}

/** `must not contain ? (question mark) or ã`; null if nothing was found. */
export function describeOffending(found: OffendingCharacter[]): string | null {
  if (found.length === 0) return null;
  const labels = found
    .slice(0, MAX_NAMED)
    .map(({ character, name }) => (name === character ? character : `${visible(character)}(${name})`));
  const unnamed = found.length - labels.length;
  if (unnamed > 0) labels.push(unnamed === 1 ? "1 other" : `${unnamed} others`);
  return `must not contain ${new Intl.ListFormat("en", { type: "disjunction" }).format(labels)}`;
}

/** "São Paulo" → "Sao Paulo". Characters without an ASCII equivalent stay. */
export function toAscii(text: string): string {
  return text.normalize("NFC").replace(/\P{Mark}\p{Mark}*/gu, (character) => {
    const letters = character.normalize("NFKD").replace(/\p{Mark}/gu, "");
    const plain = [...letters].map((letter) => ASCII_EQUIVALENTS[letter] ?? letter).join("");
    return isAscii(plain) ? plain : character;
  });
}

/** Null if the text is valid, or if its ASCII version is not. */
export function suggestAscii(text: string, find: (text: string) => OffendingCharacter[]): string | null {
  if (find(text).length === 0) return null;
  const suggestion = toAscii(text);
  return suggestion.trim() !== "" && find(suggestion).length === 0 ? suggestion : null;
}

/** By code points, not UTF-16 units: "é" and "😀" count as one each. */
export function countCharacters(text: string): number {
  return [...text].length;
}

const ASCII_EQUIVALENTS: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  Œ: "OE",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ł: "l",
  Ł: "L",
  ı: "i",
  "’": "",
  "'": "",
  "–": "-",
  "—": "-",
};

function offending(text: string, isForbidden: (character: string) => boolean): OffendingCharacter[] {
  const unique = new Set([...text].filter(isForbidden));
  return [...unique].map((character) => ({ character, name: nameOf(character) }));
}

function nameOf(character: string): string {
  const known = NAMES[character];
  if (known) return known;
  if (isControl(character)) return `control character U+${codeOf(character)}`;
  if (isInvisible(character)) return `invisible character U+${codeOf(character)}`;
  return character;
}

function visible(character: string): string {
  return isInvisible(character) ? "a " : `${character} `;
}

/** Control characters, spaces, joiners, and marks that need a base letter. */
function isInvisible(character: string): boolean {
  return /[\p{Other}\p{Separator}\p{Mark}\p{Default_Ignorable_Code_Point}]/u.test(character);
}

function isControl(character: string): boolean {
  return /\p{Control}/u.test(character);
}

function isAscii(text: string): boolean {
  return [...text].every((character) => character <= "\x7f");
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
