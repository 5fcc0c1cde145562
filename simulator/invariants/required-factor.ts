import type { FactorRule } from "@/lib/domain/people/factor-policy";
import { isForEnrollment, type Role } from "@/lib/domain/people/permissions";
import type { Answer, Intent } from "@/simulator/intent";
import type { Name } from "@/simulator/names";
import type { Crowd } from "@/simulator/people";
import { possibleRoles } from "@/simulator/possible-roles";
import { isRefused, listChanges, possibleValues } from "@/simulator/possible-values";
import type { Invariant } from "./invariant";
import { NEEDED } from "./permitted-actions";

export const requiredFactor: Invariant = {
  name: "required-factor",
  promise: "Without the second factor that a role requires or a person has, a session can do nothing.",
  when: "end",
  async findViolation({ crowd }) {
    for (const intent of crowd.intents) {
      const { act, person, answers } = intent;
      if (act.do === "sign-in" || act.do === "sign-out" || act.do === "give-code") continue;
      for (const answer of answers.filter(({ result }) => result?.ok)) {
        if (isPending(answer, person, crowd)) return `${person} did ${act.do} without giving a code`;
        if (!isForEnrollment(NEEDED[act.do]) && lacksRequired(answer, person, crowd))
          return `${person} did ${act.do} without the factor that their role requires`;
      }
    }
    return null;
  },
};

/** Whether the person has a factor in the given period, by what everyone was told. */
function possibleFactors({ intents }: Crowd, person: Name, from: number, to: number): boolean[] {
  const changes = listChanges(intents, ({ act, ...intent }) => {
    if (act.do === "add-factor" && intent.person === person) return true;
    const isRemoval = act.do === "remove-factors" || (act.do === "decide-removal" && act.isConfirmed);
    return isRemoval && act.target === person ? false : null;
  });
  return possibleValues<boolean>(false, changes, from, to);
}

function possibleRules({ intents }: Crowd, role: Role, from: number, to: number): FactorRule[] {
  const changes = listChanges(intents, ({ act }) =>
    act.do === "require-factor" && act.role === role ? act.rule : null,
  );
  return possibleValues<FactorRule>("optional", changes, from, to);
}

function lacksRequired({ sentAt, at }: Answer, person: Name, crowd: Crowd): boolean {
  const isRequired = possibleRoles(crowd, person, sentAt, at).every((role) =>
    possibleRules(crowd, role, sentAt, at).every((rule) => rule === "required"),
  );
  return isRequired && possibleFactors(crowd, person, sentAt, at).every((hasFactor) => !hasFactor);
}

/** The session began with a password although the person has a factor, and no code was given in it. */
function isPending({ cookie, at }: Answer, person: Name, crowd: Crowd): boolean {
  const begun = crowd.intents
    .filter(({ act }) => act.do === "sign-in")
    .flatMap(({ answers }) => answers)
    .find(({ result }) => result?.ok && result.data === cookie);
  if (!begun || !possibleFactors(crowd, person, begun.sentAt, begun.at).every(Boolean)) return false;
  const isGiven = (intent: Intent) =>
    intent.act.do === "give-code" && intent.cookie === cookie && intent.begunAt <= at && !isRefused(intent);
  return !crowd.intents.some(isGiven);
}
