/**
 * Whether a value holds at most this many characters, counting each value and field name as one more. Stops as soon as
 * it knows, and is not recursive, so that any value can be asked about.
 */
export function isWithinSize(value: unknown, maxCharacters: number): boolean {
  const rest: unknown[] = [value];
  let characters = 0;
  while (rest.length > 0) {
    const next = rest.pop();
    characters += typeof next === "string" ? next.length + 1 : 1;
    if (typeof next === "object" && next !== null) {
      const fields = Array.isArray(next) ? next : Object.entries(next);
      if (characters + fields.length > maxCharacters) return false;
      for (const field of fields) rest.push(field);
    }
    if (characters > maxCharacters) return false;
  }
  return true;
}
