import "server-only";
import type { AppError } from "@/lib/domain/result";
import { checkPassword, type PasswordCheck, WARNINGS } from "./password-check";

/** zxcvbn's highest score: more than ten billion guesses. Below it, a stolen hash can be cracked within days. */
const MIN_SCORE = 4;

/** Limits the time of the check, which grows with the length; this many characters are more than enough to be strong. */
const MAX_CHECKED_LENGTH = 40;

/** docs/security.md lists them. */
export const PRODUCT_WORDS = ["cardwell", "card", "cards", "sandbox", "demo", "dashboard", "issuer", "admin"];
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

/** Common substitutions for letters. "i" and "l" are treated as one letter, because "1" can mean both. */
const LETTER_SUBSTITUTIONS: Record<string, string> = {
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
 * Returns the reason a new password is too weak, phrased for its field; null if it is strong. Words that an attacker
 * knows, such as the person's name, the product and its address, don't count.
 */
export async function findPasswordWeakness(
  newPassword: string,
  person: { name: string; email: string },
  dashboard: URL,
): Promise<string | null> {
  // An attacker would try full-width and other variants of a letter too.
  const password = newPassword.normalize("NFKC");
  const knownWords = [
    ...PRODUCT_WORDS,
    ...ADDRESS_WORDS,
    ...FAMOUS_PHRASES,
    person.email,
    dashboard.host,
    ...[person.name, person.email, dashboard.host].flatMap(wordsOf),
  ];
  const fullCheck = await check(password, knownWords);
  if (fullCheck.score < MIN_SCORE) return `too easy to guess. ${adviceOf(fullCheck.warning)}`;
  const rest = withoutWords(password, knownWords);
  if (rest === password || (await check(rest, knownWords)).score >= MIN_SCORE) return null;
  return `too easy to guess. ${adviceOf(WARNINGS.userInputs)}`;
}

export function weakPasswordError(weakness: string, requestId: string): AppError {
  const message = "This password can’t be used.";
  return { code: "invalid", message, requestId, retry: "never", fields: { newPassword: weakness } };
}

function check(password: string, knownWords: string[]): Promise<PasswordCheck> {
  return checkPassword(password.slice(0, MAX_CHECKED_LENGTH), knownWords);
}

function adviceOf(warning: string | null): string {
  return [warning, "Use several uncommon words"].filter(Boolean).join(" ");
}

/** Words of one or two letters are kept, because they occur inside too many other words. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
}

function withoutWords(password: string, words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => {
      const at = undoSubstitutions(rest).indexOf(undoSubstitutions(word));
      return at < 0 ? rest : rest.slice(0, at) + rest.slice(at + word.length);
    }, password);
}

function undoSubstitutions(text: string): string {
  return text
    .toLowerCase()
    .replace(/[43150$7@!i]/g, (character) => LETTER_SUBSTITUTIONS[character] ?? character);
}
