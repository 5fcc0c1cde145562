import { parseArgs } from "node:util";
import { FOUND_SEEDS } from "./found-seeds";
import { makePlan } from "./plan";
import { prepareDatabases } from "./prepare-databases";
import { reportOutcome, reportShortest } from "./report";
import { shorten } from "./shorten";
import { simulate } from "./simulate";
import { kindOf, type Plan } from "./step";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    minutes: { type: "string" },
    // Handled by scripts/simulate.mjs.
    bug: { type: "string" },
    // Runs each seed a second time and compares the traces.
    twice: { type: "boolean" },
    // Runs only these steps of the plan, as a shortened failure lists them, or "none".
    steps: { type: "string" },
    // Runs the seeds that once failed (found-seeds.ts).
    found: { type: "boolean" },
    // Reports a failure without shortening it.
    whole: { type: "boolean" },
    // Ends with the first seed that fails.
    stop: { type: "boolean" },
    // Skips the plans without one of these kinds of steps, as in "issue-file,pause".
    with: { type: "string" },
    // Counts only the failures that break this promise.
    breaks: { type: "string" },
    // Prints what people did and what they were told.
    verbose: { type: "boolean" },
  },
});

/** Also known to scripts/simulate.mjs. */
const BROKEN_PROMISE = 3;

/** Real time, which nothing else here sees. */
const realMs = () => Number(process.hrtime.bigint() / 1_000_000n);

const startedAt = realMs();
const endsAt = values.minutes ? startedAt + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY;
const prepared = await prepareDatabases();

let failures = 0;
let seeds = 0;
for (const seed of listSeeds()) {
  if (realMs() >= endsAt || (values.stop && failures > 0)) break;
  const plan = selectSteps(makePlan(seed));
  if (!hasNeededSteps(plan)) continue;
  const begunAt = realMs();
  const outcome = await simulate(plan, prepared);
  reportOutcome(plan, outcome, realMs() - begunAt, values.verbose ?? false);
  seeds += 1;
  if (outcome.violation && !values.whole)
    reportShortest(plan, await shorten(plan, outcome.violation.invariant, prepared), values.bug);
  const isReplayed = !values.twice || (await simulate(plan, prepared)).traceHash === outcome.traceHash;
  if (!isReplayed) console.log(`seed ${seed}: the second run took another course`);
  const isBroken =
    outcome.violation && outcome.violation.invariant === (values.breaks ?? outcome.violation.invariant);
  if (isBroken || !isReplayed) failures += 1;
}
if (seeds === 0) throw new Error("No plan was chosen");
console.log(`${seeds} seeds, ${failures} failed`);
process.exit(failures > 0 ? BROKEN_PROMISE : 0);

/** `--seeds 1..1000`, or `--seeds 3,17,20`. */
function* listSeeds(): Generator<number> {
  if (values.found) return yield* FOUND_SEEDS.map(({ seed }) => seed);
  const text = values.seeds ?? values.seed ?? (values.minutes ? `1..${Number.MAX_SAFE_INTEGER}` : "1");
  for (const part of text.split(",")) {
    const [first = 1, last = first] = part.split("..").map(Number);
    for (let seed = first; seed <= last; seed++) yield seed;
  }
}

function hasNeededSteps({ steps }: Plan): boolean {
  const kinds = new Set(steps.map(kindOf));
  return !values.with || values.with.split(",").every((kind) => kinds.has(kind));
}

function selectSteps(plan: Plan): Plan {
  const indexes = values.steps === "none" ? [] : values.steps?.split(",").map(Number);
  return indexes ? { ...plan, steps: plan.steps.filter((_, index) => indexes.includes(index)) } : plan;
}
