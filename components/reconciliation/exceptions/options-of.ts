/** The options of a field from the words of its values. */
export function optionsOf<Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value: value as Value, label: label as string }));
}
