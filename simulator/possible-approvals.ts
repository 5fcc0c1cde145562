import type { Role } from "@/lib/domain/people/permissions";
import { askedIn } from "./answers";
import type { Intent } from "./intent";
import { isRefused, listChanges, possibleValues } from "./possible-values";
import type { GovernedKind } from "./step";

/** Whether the person was told that it waits for a second one. */
export function isAsked({ answers }: Intent): boolean {
  return answers.some(({ result }) => askedIn(result));
}

/** The decisions that may have approved this request, by what people were told. */
export function possibleApprovals(request: Intent, intents: Intent[]): Intent[] {
  return intents.filter(
    (intent) =>
      (intent.act.do === "approve" || intent.act.do === "approve-sign-off") &&
      intent.about === request &&
      !isRefused(intent),
  );
}

/** It was only asked for, and nobody may have approved it. */
export function isLeftUnapproved(request: Intent, intents: Intent[]): boolean {
  return isAsked(request) && possibleApprovals(request, intents).length === 0;
}

type Policies = { kinds: readonly GovernedKind[]; approvers: readonly Role[] };

/** What may need a second person in the given period, and who may be that, by what the admins were told. */
export function possiblePolicies(intents: Intent[], from: number, to: number): Policies[] {
  const changes = listChanges<Policies>(intents, (intent) => {
    const { act } = intent;
    return act.do === "change-policies" && !isLeftUnapproved(intent, intents) ? act : null;
  });
  return possibleValues<Policies>({ kinds: [], approvers: [] }, changes, from, to);
}
