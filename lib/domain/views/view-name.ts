import { foldFormAndCase } from "@/lib/domain/text/fold-text";
import { findNameProblem } from "@/lib/domain/text/name-problem";
import { ALL_NAME, VIEW_NAME_MAX_CHARACTERS } from "./saved-view";
import type { ViewTab } from "./view-bar";

/** What is wrong with a view's name; null if it can be used. */
export function findNameError(typed: string): string | null {
  const problem = findNameProblem(typed, VIEW_NAME_MAX_CHARACTERS);
  if (problem) return problem;
  if (foldFormAndCase(typed) === foldFormAndCase(ALL_NAME))
    return `“${ALL_NAME}” is the list without a view. Choose another name.`;
  return null;
}

/** Two tabs with the same name would look alike. A person's own names and the shared ones may be the same. */
export function findTakenError(
  typed: string,
  others: readonly Pick<ViewTab, "name" | "isShared">[],
  isShared: boolean,
): string | null {
  const isTaken = others.some(
    (other) => other.isShared === isShared && foldFormAndCase(other.name) === foldFormAndCase(typed.trim()),
  );
  if (!isTaken) return null;
  // Without the name, which would go into the audit log.
  return isShared
    ? "The team already has a view with this name. Choose another name."
    : "You already have a view with this name. Choose another name.";
}
