import { execFile } from "node:child_process";
import { join } from "node:path";
import { KNOWN_BUGS } from "@/scripts/known-bugs.mjs";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";

// Claims that the simulator proves (docs/testing.md).

const SEEDS = 1_000;
const PROCESSES = 2;
const BUGS = Object.keys(KNOWN_BUGS).length;

const SIMULATOR = join(import.meta.dirname, "..", "simulate.mjs");

export const seeds = defineClaim({
  name: "seeds",
  covers: { promises: ALL.promises },
  table: "faults",
  claim: "Random plans of faults, crashes, clocks, and people, from a seed",
  how: `${SEEDS} seeds one after another in ${PROCESSES} processes of the simulator, each with one to three dashboards, the sandbox, and a random plan; all promises in \`simulator/invariants\` are checked after each answer and at the end`,
  goal: "no promise broken",
  async run({ isShort, seed }) {
    const each = isShort ? 1 : SEEDS / PROCESSES;
    const firsts = Array.from({ length: PROCESSES }, (_, index) => seed + index * each);
    const reports = await Promise.all(
      firsts.map((first) => simulate("--seeds", `${first}..${first + each - 1}`, "--whole")),
    );
    const report = reports.join("");
    const runs = [
      ...report.matchAll(/^seed (\d+): (\w+), \d+ dashboards, \d+ of (\d+) intents done, (\d+) events/gm),
    ];
    const sum = (group: number) => runs.reduce((total, run) => total + Number(run[group]), 0);
    const failed = runs.filter(([, , verdict]) => verdict !== "ok").map(([, seed]) => seed);
    return {
      figure: `${runs.length} of ${each * PROCESSES} seeds run, ${failed.length} broke a promise${failed.length > 0 ? ` (${failed.join(", ")})` : ""}; people asked for ${sum(3)} things, ${sum(4)} events`,
      isMet: runs.length === each * PROCESSES && failed.length === 0,
      seed,
    };
  },
});

export const knownBugs = defineClaim({
  name: "known-bugs",
  covers: { bugs: ALL.bugs },
  table: "faults",
  claim: "Bugs that the product had or could have are found when they are put back",
  how: "each patch in `scripts/known-bugs.mjs` takes one fix out of the simulated product; its seed must break the promise that the fix keeps",
  goal: "every one found with its seed",
  async run() {
    const report = await simulate("--known-bugs");
    const lost = /^Not found: (.*)$/m.exec(report)?.[1]?.split(", ") ?? [];
    const isComplete = lost.length > 0 || report.includes("All known bugs were found");
    return {
      figure: `${BUGS - lost.length} of ${BUGS} found${lost.length > 0 ? `, not ${lost.join(", ")}` : ""}`,
      isMet: isComplete && lost.length === 0,
    };
  },
});

/** What the simulator prints, whether a promise was broken or not. */
function simulate(...options: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [SIMULATOR, ...options],
      { maxBuffer: 100_000_000 },
      (error, stdout, stderr) => {
        if (/^(\d+ seeds, |All known bugs|Not found: )/m.test(stdout)) resolve(stdout);
        else reject(new Error(`The simulator did not finish: ${stderr}`, { cause: error }));
      },
    );
  });
}
