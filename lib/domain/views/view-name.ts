import { VIEW_NAME_MAX_CHARACTERS } from "./saved-view";

/** Line breaks, other controls, and marks that turn the text around them. */
const NOT_IN_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The tab of the list itself. */
export const ALL_NAME = "All";

/** What is wrong with a view's name; null if it can be used. */
export function findNameError(typed: string): string | null {
  const name = typed.trim();
  if (!VISIBLE.test(name)) return "Enter a name.";
  if (name.length > VIEW_NAME_MAX_CHARACTERS) return `Use at most ${VIEW_NAME_MAX_CHARACTERS} characters.`;
  if (NOT_IN_NAME.test(name)) return "Use one line without hidden characters.";
  if (nameKey(name) === nameKey(ALL_NAME))
    return `“${ALL_NAME}” is the list without a view. Choose another name.`;
  return null;
}

/** The same for names that look alike. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/gu, " ")
    .toLowerCase();
}
