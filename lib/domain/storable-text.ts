/** Text that a database can keep and give back unchanged: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The same for all text within a value, names of fields included. */
export function isStorableDeep(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (Array.isArray(value)) return value.every(isStorableDeep);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableDeep(inner));
}
