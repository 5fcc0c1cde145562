/**
 * A copy in which no object or list occurs twice. React sends the second occurrence as a reference to the first, and the
 * server refuses references (lib/auth/action-body.ts).
 */
export function withoutSharedParts<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutSharedParts) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutSharedParts(part)]),
  ) as Value;
}
