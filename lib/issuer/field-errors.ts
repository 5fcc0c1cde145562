import type { FieldErrors } from "@/lib/domain/result";

const START_OF_FIELD = /(?:^|; )([a-z]\w*(?:\.\w+)*): /g;
/** What the issuer calls the request as a whole; no field of a form. */
const WHOLE_REQUEST = new Set(["body", "query"]);

/** `kyc.dob: must be in the past; meta.id: is required` → a message for each field; null when it names none. */
export function readFieldErrors(message: string): FieldErrors | null {
  const starts = [...message.matchAll(START_OF_FIELD)];
  if (starts[0]?.index !== 0) return null;
  const fields = new Map<string, string>();
  for (const [position, start] of starts.entries()) {
    const [opening, path = ""] = start;
    const text = message.slice(start.index + opening.length, starts[position + 1]?.index).trim();
    if (text === "" || WHOLE_REQUEST.has(path)) continue;
    fields.set(path, fields.has(path) ? `${fields.get(path)}; ${text}` : text);
  }
  return fields.size === 0 ? null : Object.fromEntries(fields);
}
