/** An action has three (lib/client/send-action.ts). */
const MAX_ARGUMENTS = 10;
const MAX_DEPTH = 50;
/** How React writes values that JSON doesn't have. */
const CONSTANTS = new Set(["$undefined", "$NaN", "$Infinity", "$-Infinity", "$-0"]);

/**
 * Whether it is what our pages send: arguments without files, promises, or references, for which React sends a form
 * instead. Next answers anything else with a 500.
 */
export function isActionBody(text: string): boolean {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) && values.length <= MAX_ARGUMENTS && isPlain(values, 0);
  } catch {
    return false;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string")
    return !value.startsWith("$") || value.startsWith("$$") || CONSTANTS.has(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((part) => isPlain(part, depth + 1));
}
