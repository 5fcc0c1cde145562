import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { measureBusyShare } from "./busy-share";
import type { Claim } from "./claim";
import { CLAIMS } from "./claims";
import { coverageOf } from "./coverage";
import { saveResult, writeProof } from "./results";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    render: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    minutes: { type: "string", default: "60" },
  },
});

if (values.list) {
  for (const { name, claim, goal } of CLAIMS) console.log(`${name.padEnd(20)} ${claim}: ${goal}`);
} else if (values.render) {
  writeProof(CLAIMS);
} else {
  for (const claim of choose(positionals)) await prove(claim);
}

function choose(names: string[]): Claim[] {
  const unknown = names.find((name) => !CLAIMS.some((claim) => claim.name === name));
  if (unknown !== undefined) throw new Error(`Unknown claim ${unknown}. Run npm run prove -- --list.`);
  return names.length === 0 ? CLAIMS : CLAIMS.filter(({ name }) => names.includes(name));
}

async function prove({ name, covers, run, goal }: Claim): Promise<void> {
  const options = {
    isShort: values.short,
    seed: Number(values.seed),
    minutes: Number(values.minutes),
  };
  console.log(`\n${name}…`);
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
  const busyShare = values.short ? 0 : await measureBusyShare();
  const startedAt = Date.now();
  try {
    const outcome = await run(options);
    const verdict = outcome.isMet ? "met" : "MISSED";
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${name}: ${outcome.figure} (${verdict}; goal: ${goal}; ${seconds} s)`);
    if (!outcome.isMet) process.exitCode = 1;
    if (!values.short)
      saveResult(CLAIMS, name, { ...outcome, busyShare, commit, covered: coverageOf(covers) });
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  }
}
