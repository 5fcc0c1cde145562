import type { Result } from "@/lib/domain/result";
import { isDone } from "./answers";
import type { Intent } from "./intent";
import type { Outcome } from "./simulate";
import { describeStep, type Plan } from "./step";

/** One line for a seed without a violation; for the others, everything that is needed to repeat them. */
export function reportOutcome(plan: Plan, outcome: Outcome, realMs: number, isVerbose: boolean): void {
  const { violation, traceHash, events, intents, errors, simulatedMs } = outcome;
  const size = `${plan.dashboards} dashboards, ${countDone(intents)} of ${intents.length} intents done, ${events} events, ${Math.round(simulatedMs / 1000)} s in ${(realMs / 1000).toFixed(1)} s`;
  console.log(`seed ${plan.seed}: ${violation ? "FAILED" : "ok"}, ${size}, trace ${traceHash}`);
  if (isVerbose)
    for (const line of [...intents.map(describeIntent), ...errors]) console.log(`  ${line.trim()}`);
  if (!violation) return;
  console.log(`  ${violation.invariant}: ${violation.promise}`);
  console.log(`  ${violation.what}`);
}

/** The steps that are needed for the failure, and the command that repeats them. */
export function reportShortest(plan: Plan, { seed, steps }: Plan, bug: string | undefined): void {
  for (const step of steps) console.log(`  ${describeStep(step)}`);
  const indexes = steps.map((step) => plan.steps.indexOf(step)).join(",") || "none";
  console.log(`  npm run simulate -- --seed ${seed} --steps ${indexes}${bug ? ` --bug ${bug}` : ""}`);
}

function countDone(intents: Intent[]): number {
  return intents.filter(({ answers }) => answers.some(({ result }) => isDone(result))).length;
}

function describeIntent({ operationId, person, act, answers, begunAt }: Intent): string {
  const told = answers.map(({ result }) => tell(result));
  return `${new Date(begunAt).toISOString().slice(11)} ${operationId} ${person} ${JSON.stringify(act)}: ${told.join(", ") || "nothing yet"}`;
}

function tell(result: Result<unknown> | null): string {
  if (result?.ok) return isDone(result) ? "done" : "asked for";
  return result ? `${result.error.code} (${result.error.message})` : "no response";
}
