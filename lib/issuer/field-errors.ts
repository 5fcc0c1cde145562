import type { FieldErrors } from "@/lib/domain/result";

const START_OF_FIELD = /(?:^|; )([a-z]\w*(?:\.\w+)*): /g;
/** Names that the issuer uses for the request itself, which are not form fields. */
const REQUEST_NAMES = new Set(["body", "query"]);

/** Splits `kyc.dob: must be in the past; meta.id: is required` into a message per field; null if it names no field. */
export function readFieldErrors(message: string): FieldErrors | null {
  const starts = [...message.matchAll(START_OF_FIELD)];
  if (starts[0]?.index !== 0) return null;
  const fields = new Map<string, string>();
  for (const [position, start] of starts.entries()) {
    const [opening, path = ""] = start;
    const text = message.slice(start.index + opening.length, starts[position + 1]?.index).trim();
    if (text === "" || REQUEST_NAMES.has(path)) continue;
    fields.set(path, fields.has(path) ? `${fields.get(path)}; ${text}` : text);
  }
  return fields.size === 0 ? null : Object.fromEntries(fields);
}
