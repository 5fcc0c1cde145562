type Note = { is: string; text: string };

/** Null if the problem already says what the text must be. */
export function ruleToShow(rule: string, note: Note | null, text: string): string | null {
  const isSaid = note?.is === "problem" && (text !== "" || note.text.endsWith(rule));
  return isSaid ? null : rule;
}
