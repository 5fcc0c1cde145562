import { foldForm } from "./fold-text";

/** Line breaks, other controls, marks that turn the text around them, and letters and symbols that are blank. */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u115f\u1160\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800\u3164\uffa0]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** What is wrong with a name that people give to something in a list; null if it can be used. */
export function findNameProblem(typed: string, maxCharacters: number): string | null {
  const name = typed.trim();
  if (!VISIBLE.test(foldForm(name))) return "Enter a name.";
  if (name.length > maxCharacters) return `Use at most ${maxCharacters} characters.`;
  return HIDDEN.test(name) ? "Use one line without hidden characters." : null;
}
