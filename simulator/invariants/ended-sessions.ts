import type { Invariant } from "./invariant";

export const endedSessions: Invariant = {
  name: "ended-sessions",
  promise: "A session that was ended can do nothing any more.",
  when: "end",
  async findViolation({ crowd }) {
    for (const { act, cookie, answers, person } of crowd.intents) {
      const endedAt = act.do === "sign-out" ? answers.find(({ result }) => result?.ok)?.at : undefined;
      if (endedAt === undefined) continue;
      const later = crowd.intents.find(
        (other) =>
          other.cookie === cookie &&
          other.begunAt > endedAt &&
          other.act.do !== "sign-in" &&
          other.act.do !== "sign-out" &&
          other.answers.some(({ result }) => result?.ok),
      );
      if (later) return `${person} signed out, and did ${later.act.do} (${later.operationId})`;
    }
    return null;
  },
};
