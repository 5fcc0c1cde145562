import "server-only";
import type { AppError } from "@/lib/domain/result";
import { checkPassword, type PasswordCheck, WARNINGS } from "./password-check";

/** Of zxcvbn's 0 to 4: more than ten billion guesses. Below it, a stolen hash is a password within days. */
const STRONG_SCORE = 4;

/** The check takes longer with each character, and a password is strong long before this many. */
const CHARACTERS_CHECKED = 40;

const PRODUCT_WORDS = ["cardwell", "card", "cards", "sandbox", "demo", "dashboard", "issuer", "admin"];
const ADDRESS_WORDS = ["http", "https"];
const FAMOUS_PHRASES = [
  "correct horse battery staple",
  "the quick brown fox",
  "jumps over the lazy dog",
  "to be or not to be",
  "that is the question",
  "may the force be with you",
  "once upon a time",
  "twinkle twinkle little star",
].flatMap((phrase) => ["", " ", "-", "_", "."].map((separator) => phrase.replaceAll(" ", separator)));

/** What people write for a letter; "i" and "l" are one, since "1" stands for both. */
const LETTERS: Record<string, string> = {
  "4": "a",
  "@": "a",
  "3": "e",
  "1": "l",
  "!": "l",
  i: "l",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
};

/**
 * What is wrong with a new password, as a predicate for its field; null for a good one. Words that a guesser knows
 * beforehand, the person's, the product's and its address's, count for nothing.
 */
export async function findPasswordWeakness(
  newPassword: string,
  person: { name: string; email: string },
  dashboard: URL,
): Promise<string | null> {
  // Full-width and other forms of a letter are that letter to a guesser.
  const password = newPassword.normalize("NFKC");
  const knownWords = [
    ...PRODUCT_WORDS,
    ...ADDRESS_WORDS,
    ...FAMOUS_PHRASES,
    person.email,
    dashboard.host,
    ...[person.name, person.email, dashboard.host].flatMap(wordsOf),
  ];
  const whole = await check(password, knownWords);
  if (whole.score < STRONG_SCORE) return `too easy to guess. ${adviceOf(whole.warning)}`;
  const rest = withoutWords(password, knownWords);
  if (rest === password || (await check(rest, knownWords)).score >= STRONG_SCORE) return null;
  return `too easy to guess. ${adviceOf(WARNINGS.userInputs)}`;
}

/** The refusal of a new password, at its field. */
export function weakPassword(weakness: string, requestId: string): AppError {
  const message = "This password can’t be used.";
  return { code: "invalid", message, requestId, retry: "never", fields: { newPassword: weakness } };
}

function check(password: string, knownWords: string[]): Promise<PasswordCheck> {
  return checkPassword(password.slice(0, CHARACTERS_CHECKED), knownWords);
}

function adviceOf(warning: string | null): string {
  return [warning, "Use several uncommon words"].filter(Boolean).join(" ");
}

/** Two letters stand in too many words to be taken out of them. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
}

function withoutWords(password: string, words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => {
      const at = asLetters(rest).indexOf(asLetters(word));
      return at < 0 ? rest : rest.slice(0, at) + rest.slice(at + word.length);
    }, password);
}

function asLetters(text: string): string {
  return text.toLowerCase().replace(/[43150$7@!i]/g, (character) => LETTERS[character] ?? character);
}
