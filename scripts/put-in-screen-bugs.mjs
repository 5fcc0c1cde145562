import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {{ file: string, from: string, to: string }} ScreenPatch */

/** The name of the bug to switch on, in the environment of a dashboard. */
export const BUG_VARIABLE = "SCREEN_BUG";

/**
 * Every page carries the bug's name, so that each browser knows it before the first script, also one that a test opens
 * itself. Code in the browser reads it there, and code on the server in the environment. Only the pages of errors (403,
 * 404) don't carry it when their first script runs: Next renders them in the browser.
 */
export const SWITCH = {
  file: "app/layout.tsx",
  from: '<html lang="en"',
  to: `<html lang="en" data-screen-bug={process.env.${BUG_VARIABLE} || undefined}`,
};

/** A declaration is known in the whole file. The server has no `document`. */
const HAS_BUG = `
function hasBug(name: string): boolean {
  const isOnServer = typeof document === "undefined";
  return name === (isOnServer ? globalThis.process?.env?.${BUG_VARIABLE} : document.documentElement.dataset.screenBug);
}
`;

/**
 * Changes the files of a checkout, so that its build holds all of the bugs, each switched off.
 * @param {string} root
 * @param {Record<string, ScreenPatch>} bugs
 */
export async function putInScreenBugs(root, bugs) {
  for (const [file, patches] of groupByFile(bugs)) {
    const path = join(root, file);
    await writeFile(path, putIn(await readFile(path, "utf8"), patches));
  }
}

/**
 * With the switch.
 * @param {Record<string, ScreenPatch>} bugs
 */
export function groupByFile(bugs) {
  /** @type {Map<string, Record<string, ScreenPatch>>} */
  const files = new Map();
  for (const [name, patch] of Object.entries({ ...bugs, "the switch": SWITCH }))
    files.set(patch.file, { ...files.get(patch.file), [name]: patch });
  return files;
}

/**
 * @param {string} source
 * @param {Record<string, ScreenPatch>} patches of this file
 */
export function putIn(source, patches) {
  let changed = source;
  for (const [name, { file, from, to }] of Object.entries(patches)) {
    const count = source.split(from).length - 1;
    if (count !== 1)
      throw new Error(`${file} has the text of ${name} ${count} times: adapt it in scripts/screen-bugs.mjs`);
    if (!changed.includes(from)) throw new Error(`${name} overlaps with another bug in ${file}`);
    changed = changed.replace(from, () => to);
  }
  return /hasBug\(/.test(changed) ? changed + HAS_BUG : changed;
}
