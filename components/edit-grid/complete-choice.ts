/** The beginning of a single choice means that choice. Anything else stays as typed. */
export function completeChoice(typed: string, choices: readonly string[] = []): string {
  const beginning = typed.trim().toLowerCase();
  if (beginning === "") return typed;
  const meant = choices.filter((choice) => choice.toLowerCase().startsWith(beginning));
  return (
    meant.find((choice) => choice.toLowerCase() === beginning) ??
    (meant.length === 1 ? meant[0] : null) ??
    typed
  );
}
