import "server-only";
import { Worker } from "node:worker_threads";
import { processWide } from "@/lib/process-wide";

const COMMON = "It’s similar to a common password.";
const KEYBOARD = "Avoid keyboard patterns such as qwerty.";
const REPEATED = "Avoid repeated characters and words.";
const DATES = "Avoid dates and years.";
const NAMES = "Avoid names.";

/** Replaces zxcvbn's own warnings, which are hard to read. */
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

/** zxcvbn's score from 0 to 4 and its warning, if any. */
export type PasswordCheck = { score: number; warning: string | null };

type PendingCheck = { resolve(check: PasswordCheck): void; reject(error: unknown): void };
type Checker = { worker: Worker; pending: PendingCheck[] };

/** Inlined as text, because the bundler would bundle a file with the page that imports it. */
const WORKER_SOURCE = `
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
 * Runs zxcvbn, which takes several hundred milliseconds per password, sequentially in a worker thread, so that it
 * neither blocks the server nor uses more than one core. The dictionaries are loaded on first use.
 */
export function checkPassword(password: string, knownWords: string[]): Promise<PasswordCheck> {
  slot.current ??= startChecker();
  const { worker, pending } = slot.current;
  return new Promise((resolve, reject) => {
    pending.push({ resolve, reject });
    worker.postMessage({ password, knownWords });
  });
}

function startChecker(): Checker {
  const worker = new Worker(WORKER_SOURCE, { eval: true, workerData: WARNINGS, execArgv: [], env: {} });
  const pending: PendingCheck[] = [];
  worker.unref();
  // The worker responds in the order of the requests.
  worker.on("message", (check: PasswordCheck) => pending.shift()?.resolve(check));
  worker.on("error", (error) => {
    slot.current = undefined;
    for (const { reject } of pending.splice(0)) reject(error);
  });
  return { worker, pending };
}
