import { ABSOLUTE_LIMIT_HOURS } from "@/lib/auth/sessions";
import { IDLE_LIMIT_MINUTES } from "@/lib/domain/people/session-limits";
import type { Answer } from "@/simulator/intent";
import type { Crowd } from "@/simulator/people";
import type { Act } from "@/simulator/step";
import type { Invariant } from "./invariant";

/** These need no session. */
const WITHOUT_SESSION = new Set<Act["do"]>(["sign-in", "sign-out"]);

export const expiredSessions: Invariant = {
  name: "expired-sessions",
  promise:
    "A session ends after half an hour without activity and twelve hours in all, and can do and read nothing then.",
  when: "end",
  async findViolation({ crowd, readers }) {
    const begun = listBegun(crowd);
    const done = crowd.intents.flatMap(({ act, person, answers }) =>
      WITHOUT_SESSION.has(act.do)
        ? []
        : answers.map((answer) => ({ ...answer, person, what: act.do as string })),
    );
    const read = readers.readings
      .filter(({ answer }) => answer?.status === 200)
      .map(({ cookie, sentAt, person, read }) => ({ cookie, sentAt, person, what: `read ${read.what}` }));
    const succeeded = done.filter(({ result }) => result?.ok);
    for (const { cookie, sentAt, person, what } of [...succeeded, ...read]) {
      const begunAt = begun.get(cookie) ?? 0;
      if (sentAt > begunAt + ABSOLUTE_LIMIT_HOURS * 3_600_000)
        return `${person} did ${what} in a session that was too old`;
      const activeAt = Math.max(
        begunAt,
        ...done
          .filter((other) => other.cookie === cookie && other.sentAt < sentAt)
          .map(({ at }: Answer) => at),
      );
      if (sentAt > activeAt + IDLE_LIMIT_MINUTES * 60_000)
        return `${person} did ${what} in a session that was idle`;
    }
    return null;
  },
};

function listBegun({ people }: Crowd): Map<string, number> {
  const sessions = Object.values(people).flatMap((person) => person.sessions);
  return new Map(sessions.map(({ cookie, begunAt }) => [cookie, begunAt]));
}
