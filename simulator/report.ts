import { describeStep, type Plan } from "./plan";
import type { Outcome } from "./simulate";

/** One line for a seed without a violation; for the others, everything that is needed to repeat them. */
export function reportOutcome(plan: Plan, outcome: Outcome, realMs: number): void {
  const { violation, traceHash, events, intents, simulatedMs } = outcome;
  const size = `${plan.dashboards} dashboards, ${intents} intents, ${events} events, ${Math.round(simulatedMs / 1000)} s in ${(realMs / 1000).toFixed(1)} s`;
  console.log(`seed ${plan.seed}: ${violation ? "FAILED" : "ok"}, ${size}, trace ${traceHash}`);
  if (!violation) return;
  console.log(`  ${violation.invariant}: ${violation.promise}`);
  console.log(`  ${violation.what}`);
  for (const step of plan.steps) console.log(`  ${describeStep(step)}`);
}
