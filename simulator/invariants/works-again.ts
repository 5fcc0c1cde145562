import type { Invariant } from "./invariant";

/** What Crowd.workAgain does: once, and on each dashboard. */
const ONCE = 2;
const ON_EACH = 2;

export const worksAgain: Invariant = {
  name: "works-again",
  promise: "Once the faults have ended, people can work again on every instance.",
  when: "always",
  async findViolation({ plan, crowd }) {
    for (const { act, operationId, answers } of crowd.lastIntents) {
      const result = answers[0]?.result;
      if (answers.length > 0 && !result?.ok)
        return `${operationId} (${act.do}): ${result?.error.code ?? "no response"}`;
    }
    const missing = ONCE + ON_EACH * plan.dashboards - crowd.lastIntents.length;
    return missing === 0 || !crowd.hasWorkedAgain ? null : `${missing} acts couldn't be begun`;
  },
};
