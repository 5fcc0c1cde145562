import "server-only";
import type { AppError } from "@/lib/domain/result";

/** Of zxcvbn's 0 to 4: more than ten billion guesses. Below it, a stolen hash is a password within days. */
const STRONG_SCORE = 4;

/** The check blocks the server for longer with each character, and a password is strong long before this many. */
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

const COMMON = "It's like a common password.";
const KEYBOARD = "Avoid keyboard patterns such as qwerty.";
const REPEATED = "Avoid repeated characters and words.";
const DATES = "Avoid dates and years.";
const NAMES = "Avoid names.";

/** zxcvbn's own are hard to read in a hurry. */
const WARNINGS = {
  straightRow: KEYBOARD,
  keyPattern: KEYBOARD,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: "Avoid sequences such as abc or 123.",
  recentYears: DATES,
  dates: DATES,
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  wordByItself: "A single word isn't enough.",
  namesByThemselves: NAMES,
  commonNames: NAMES,
  userInputs: "Avoid your name, your email and the product's name.",
  pwned: "It was exposed in a data breach.",
} as const;

type PasswordCheck = (password: string, knownWords: string[]) => { score: number; advice: string };

let loading: Promise<PasswordCheck> | null = null;

/**
 * What is wrong with a new password, as a predicate for its field; null for a good one. Words that a guesser knows
 * beforehand, the person's, the product's and its address's, count for nothing.
 */
export async function findPasswordWeakness(
  newPassword: string,
  person: { name: string; email: string },
  dashboard: URL,
): Promise<string | null> {
  loading ??= loadCheck().catch((error) => {
    loading = null;
    throw error;
  });
  const check = await loading;
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
  const whole = check(password, knownWords);
  if (whole.score < STRONG_SCORE) return `is too easy to guess. ${whole.advice}`;
  const rest = withoutWords(password, knownWords);
  if (rest === password || check(rest, knownWords).score >= STRONG_SCORE) return null;
  return `is too easy to guess. ${WARNINGS.userInputs} Use several uncommon words`;
}

/** The refusal of a new password, at its field. */
export function weakPassword(weakness: string, requestId: string): AppError {
  const message = "This password can't be used.";
  return { code: "invalid", message, requestId, retry: "never", fields: { newPassword: weakness } };
}

/** The dictionaries are megabytes: they are read when someone chooses a password, and not before. */
async function loadCheck(): Promise<PasswordCheck> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: { ...english.translations, warnings: WARNINGS },
  });
  return (password, knownWords) => {
    const { score, feedback } = zxcvbn.check(password.slice(0, CHARACTERS_CHECKED), knownWords);
    return { score, advice: [feedback.warning, "Use several uncommon words"].filter(Boolean).join(" ") };
  };
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
