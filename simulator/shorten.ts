import type { Prepared } from "./prepare-databases";
import { simulate } from "./simulate";
import type { Plan } from "./step";

/** A failure that needs many steps is reported as short as it is by then. */
const MAX_ATTEMPTS = 100;

/** Leaves out steps, many at once and then one by one, as long as the same promise is broken. */
export async function shorten(plan: Plan, invariant: string, prepared: Prepared): Promise<Plan> {
  const isStillBroken = async (candidate: Plan) =>
    (await simulate(candidate, prepared)).violation?.invariant === invariant;
  let shortest = plan;
  let attempts = 0;
  for (let size = Math.ceil(plan.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < shortest.steps.length && attempts < MAX_ATTEMPTS; attempts++) {
      const steps = shortest.steps.toSpliced(start, size);
      if (await isStillBroken({ ...shortest, steps })) shortest = { ...shortest, steps };
      else start += size;
    }
  }
  return shortest;
}
