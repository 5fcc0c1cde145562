import "server-only";
import { Worker } from "node:worker_threads";
import { processWide } from "@/lib/process-wide";

const COMMON = "It’s similar to a common password.";
const KEYBOARD = "Avoid keyboard patterns such as qwerty.";
const REPEATED = "Avoid repeated characters and words.";
const DATES = "Avoid dates and years.";
const NAMES = "Avoid names.";

/** zxcvbn's own are hard to read in a hurry. */
export const WARNINGS = {
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
  wordByItself: "A single word isn’t enough.",
  namesByThemselves: NAMES,
  commonNames: NAMES,
  userInputs: "Avoid your name, your email, and the product’s name.",
  pwned: "It was exposed in a data breach.",
} as const;

/** Of zxcvbn's 0 to 4, and one of the warnings where it has one. */
export type PasswordCheck = { score: number; warning: string | null };

type Waiting = { resolve(check: PasswordCheck): void; reject(error: unknown): void };
type Checker = { worker: Worker; waiting: Waiting[] };

/** Text, because a bundler would take a file for a part of the page that imports it. */
const CODE = `
  const { parentPort, workerData: warnings } = require("node:worker_threads");
  const { ZxcvbnFactory } = require("@zxcvbn-ts/core");
  const common = require("@zxcvbn-ts/language-common");
  const english = require("@zxcvbn-ts/language-en");
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: { ...english.translations, warnings },
  });
  parentPort.on("message", ({ password, knownWords }) => {
    const { score, feedback } = zxcvbn.check(password, knownWords);
    parentPort.postMessage({ score, warning: feedback.warning || null });
  });
`;

const slot = processWide<Checker>("password-checker");

/**
 * Asks zxcvbn, which works for some tenths of a second on one password: on a thread of its own, one after another, it
 * holds up neither the server nor more than one processor. The dictionaries are read at the first use.
 */
export function checkPassword(password: string, knownWords: string[]): Promise<PasswordCheck> {
  slot.current ??= startChecker();
  const { worker, waiting } = slot.current;
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    worker.postMessage({ password, knownWords });
  });
}

function startChecker(): Checker {
  const worker = new Worker(CODE, { eval: true, workerData: WARNINGS, execArgv: [], env: {} });
  const waiting: Waiting[] = [];
  worker.unref();
  // It answers in the order in which it was asked.
  worker.on("message", (check: PasswordCheck) => waiting.shift()?.resolve(check));
  worker.on("error", (error) => {
    slot.current = undefined;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return { worker, waiting };
}
