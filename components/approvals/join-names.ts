const MAX_NAMES = 3;

/** `Ada`, `Ada or Grace`, `Ada, Grace, or 3 others`. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 2) return names.join(" or ");
  const shown = names.slice(0, MAX_NAMES - 1);
  const rest = names.length - shown.length;
  return `${shown.join(", ")}, or ${rest === 1 ? names.at(-1) : `${rest} others`}`;
}
