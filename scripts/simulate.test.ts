import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { KNOWN_BUGS } from "./known-bugs.mjs";

const NOT_PROMISES = ["all-invariants", "invariant"];

it("every promise has a known bug that breaks it", async () => {
  const files = (await readdir("simulator/invariants")).map((file) => file.replace(".ts", ""));
  const broken = new Set(Object.values(KNOWN_BUGS).map(({ breaks }) => breaks));
  expect([...broken].sort()).toEqual(files.filter((file) => !NOT_PROMISES.includes(file)).sort());
});

it("every promise is checked", async () => {
  const all = await readFile("simulator/invariants/all-invariants.ts", "utf8");
  const files = (await readdir("simulator/invariants")).map((file) => file.replace(".ts", ""));
  const unchecked = files.filter((file) => !NOT_PROMISES.includes(file) && !all.includes(`"./${file}"`));
  expect(unchecked).toEqual([]);
});

it.each(Object.entries(KNOWN_BUGS))("the known bug %s can still be put in", async (_, { file, from }) => {
  expect(await readFile(file, "utf8")).toContain(from);
});

it.concurrent("a seed keeps every promise, and takes the same course again after another one", async () => {
  const report = await simulate("--seeds", "1,2,1");
  expect(report).toContain("3 seeds, 0 failed");
  const [first, second] = [...report.matchAll(/^seed 1: .* trace (\w+)$/gm)].map(([, trace]) => trace);
  expect(second).toBe(first);
}, 300_000);

it.concurrent("the seeds that once failed keep every promise", async () => {
  expect(await simulate("--found")).toContain("seeds, 0 failed");
}, 300_000);

it.concurrent("a broken promise is reported with the fewest steps and the command that repeats them", async () => {
  const report = await simulate("--seed", "1", "--bug", "lease-without-token").catch(({ stdout }) => stdout);
  expect(report).toContain("one-index-lease: One instance at a time holds the lease of the card index.");
  expect(report).toContain("npm run simulate -- --seed 1 --steps none --bug lease-without-token");
}, 300_000);

async function simulate(...options: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, ["scripts/simulate.mjs", ...options]);
  return (await run).stdout;
}
