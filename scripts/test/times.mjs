import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

/** @typedef {Record<string, number>} FileSeconds by path; of a browser test, the time of its worker */
/** @typedef {{ seconds: number, processorSeconds: number | null, files: FileSeconds }} StepTimes */
/** @typedef {Record<string, StepTimes>} Times by step */

const SLOWEST = 10;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * The processor time of all processes that we started and that have ended, with all of theirs. Read it right after one
 * has ended to get its share. Null on systems without /proc.
 * @returns {number | null}
 */
export function endedProcessorSeconds() {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

/**
 * @param {any} report Vitest's JSON report, or null if there is none
 * @param {string} root
 * @returns {FileSeconds}
 */
export function vitestTimes(report, root) {
  /** @type {{ name: string, startTime: number, endTime: number }[]} */
  const files = report?.testResults ?? [];
  return Object.fromEntries(
    files.map(({ name, startTime, endTime }) => [relative(root, name), toSeconds(endTime - startTime)]),
  );
}

/**
 * @param {any} report Playwright's JSON report, or null if there is none
 * @returns {FileSeconds}
 */
export function playwrightTimes(report) {
  /** @typedef {{ file: string, specs?: { tests: { results: { duration: number }[] }[] }[], suites?: Suite[] }} Suite */
  /** @type {(suite: Suite) => number} */
  const durationOf = ({ specs = [], suites = [] }) =>
    sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((one) => one.duration)))) +
    sum(suites.map(durationOf));
  /** @type {Suite[]} */
  const suites = report?.suites ?? [];
  return Object.fromEntries(suites.map((suite) => [suite.file, toSeconds(durationOf(suite))]));
}

/**
 * The slowest files of a run, with their time in an earlier one.
 * @param {Times} times
 * @param {Times | null} earlier
 * @returns {string[]}
 */
export function describeSlowest(times, earlier) {
  return Object.entries(times)
    .flatMap(([step, { files }]) =>
      Object.entries(files).map(([file, seconds]) => ({
        seconds,
        before: earlier?.[step]?.files[file],
        name: `${step}: ${file}`,
      })),
    )
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ seconds, before, name }) => {
      const note = before === undefined ? "" : ` (before: ${before.toFixed(1)} s)`;
      return `${seconds.toFixed(1).padStart(7)} s  ${name}${note}`;
    });
}

/**
 * @param {string} file
 * @returns {Times | null} null if no run has kept its times
 */
export function readTimes(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * Keeps the times of the steps that didn't run this time.
 * @param {string} file
 * @param {Times} times
 */
export function saveTimes(file, times) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readTimes(file), ...times }, null, 1)}\n`);
}

/** @param {number} ms */
function toSeconds(ms) {
  return Math.round(ms / 100) / 10;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
