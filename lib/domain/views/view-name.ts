import { foldFormAndCase } from "@/lib/domain/text/fold-text";
import { findNameProblem } from "@/lib/domain/text/name-problem";
import { ALL_NAME, VIEW_NAME_MAX_CHARACTERS } from "./saved-view";

/** What is wrong with a view's name; null if it can be used. */
export function findNameError(typed: string): string | null {
  const problem = findNameProblem(typed, VIEW_NAME_MAX_CHARACTERS);
  if (problem) return problem;
  if (foldFormAndCase(typed) === foldFormAndCase(ALL_NAME))
    return `“${ALL_NAME}” is the list without a view. Choose another name.`;
  return null;
}
