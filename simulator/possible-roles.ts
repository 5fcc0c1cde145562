import type { Role } from "@/lib/domain/people/permissions";
import type { Crowd } from "./people";

/** A change without an answer may take effect at any time. */
type Holding = { role: Role; begunAt: number; doneAt: number | null };

/** The roles that a person may have at the given time or later, by what the admins were told. */
export function possibleRoles({ intents, people }: Crowd, person: Role, at: number): Role[] {
  const changes = intents.flatMap(({ act, begunAt, answers }): Holding[] => {
    if (act.do !== "change-role" || act.target !== person) return [];
    const doneAt = answers.find(({ result }) => result?.ok)?.at ?? null;
    return [{ role: act.role, begunAt, doneAt }];
  });
  const first: Holding = { role: people[person].role, begunAt: 0, doneAt: 0 };
  const isOver = ({ doneAt }: Holding) =>
    doneAt !== null &&
    changes.some((later) => later.begunAt > doneAt && later.doneAt !== null && later.doneAt <= at);
  return [first, ...changes].filter((holding) => !isOver(holding)).map(({ role }) => role);
}
