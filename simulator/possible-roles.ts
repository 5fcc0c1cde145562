import type { Role } from "@/lib/domain/people/permissions";
import type { Name } from "./names";
import type { Crowd } from "./people";
import { isLeftUnapproved } from "./possible-approvals";
import { listChanges, possibleValues } from "./possible-values";

/** The roles that a person may have in the given period, by what the admins were told. */
export function possibleRoles({ intents, people }: Crowd, person: Name, from: number, to?: number): Role[] {
  const changes = listChanges(intents, (intent) => {
    const { act } = intent;
    const mayHaveRun =
      act.do === "change-role" && act.target === person && !isLeftUnapproved(intent, intents);
    return mayHaveRun ? act.role : null;
  });
  return possibleValues(people[person].role, changes, from, to);
}

type State = "active" | "disabled";

/** The same for whether a person is disabled. */
export function possibleStates({ intents }: Crowd, person: Name, from: number, to?: number): State[] {
  const changes = listChanges<State>(intents, ({ act }) => {
    if ((act.do !== "disable" && act.do !== "enable") || act.target !== person) return null;
    return act.do === "disable" ? "disabled" : "active";
  });
  return possibleValues<State>("active", changes, from, to);
}
