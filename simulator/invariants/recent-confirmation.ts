import { CONFIRMATION_MINUTES } from "@/lib/domain/people/confirmation";
import { time } from "@/simulator/edges/virtual-time";
import type { Intent } from "@/simulator/intent";
import type { Crowd } from "@/simulator/people";
import { isRefused } from "@/simulator/possible-values";
import type { Act } from "@/simulator/step";
import type { Invariant } from "./invariant";

/** Irreversible or far-reaching. */
const ASKS = new Set<Act["do"]>([
  "block",
  "reissue",
  "disable",
  "enable",
  "change-role",
  "change-policies",
  "approve",
  "approve-sign-off",
  "sign-off",
  "reopen",
  "begin-factor",
  "add-factor",
  "require-factor",
  "remove-factors",
  "decide-removal",
  "end-sessions-of",
  "issue-file",
]);

export const recentConfirmation: Invariant = {
  name: "recent-confirmation",
  promise:
    "What asks for it succeeds only if the person has confirmed in the last ten minutes, in this session, that it is them.",
  when: "end",
  async findViolation({ crowd, readers }) {
    const done = crowd.intents
      .filter(({ act }) => ASKS.has(act.do))
      .flatMap(({ answers, person, act }) =>
        answers.map((answer) => ({ ...answer, person, what: act.do as string })),
      )
      .filter(({ result }) => result?.ok);
    const exported = readers.readings
      .filter(({ read, answer }) => read.what === "audit" && answer?.status === 200)
      .map(({ cookie, sentAt, person }) => ({
        cookie,
        sentAt,
        at: time.now,
        person,
        what: "the export of the log",
      }));
    for (const { cookie, sentAt, at, person, what } of [...done, ...exported])
      if (sentAt > lastConfirmation(cookie, at, crowd) + CONFIRMATION_MINUTES * 60_000)
        return `${person} did ${what} without a recent confirmation`;
    return null;
  },
};

/** The latest time at which it may have been. */
function lastConfirmation(cookie: string, until: number, { people, intents }: Crowd): number {
  const begun = Object.values(people)
    .flatMap(({ sessions }) => sessions)
    .filter((session) => session.cookie === cookie)
    .map(({ begunAt }) => begunAt);
  const confirmed = intents
    .filter((intent) => isConfirmation(intent, cookie) && intent.begunAt <= until)
    .map(({ answers }) => answers.at(-1)?.at ?? time.now);
  return Math.max(0, ...begun, ...confirmed);
}

function isConfirmation(intent: Intent, cookie: string): boolean {
  const { act, answers } = intent;
  const isSame = intent.cookie === cookie || answers.some((answer) => answer.cookie === cookie);
  return (act.do === "confirm" || act.do === "give-code") && isSame && !isRefused(intent);
}
