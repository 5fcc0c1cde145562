import { z } from "zod";
import { countCharacters, describeOffending, type OffendingCharacter } from "@/lib/domain/text/characters";
import { isStorable } from "@/lib/domain/text/storable-text";
import { isIsoDate } from "@/lib/domain/time/calendar";

/**
 * Messages are predicates ("must be …"): an API error puts the field's path before them, and a form shows them under
 * the field.
 */
export const REQUIRED = "is required";

/** Text that the database can store unchanged: without NUL and unpaired surrogates. */
export function text() {
  return z
    .string({ error: (issue) => (issue.input === undefined ? REQUIRED : "must be text") })
    .refine(isStorable, {
      error: "must not contain unsupported characters",
      abort: true,
    });
}

export function requiredText(limit?: { max: number }) {
  const schema = text().refine((value) => value.trim() !== "", { error: "must not be empty", abort: true });
  return limit
    ? schema.check(atMost(limit.max)).meta({ minLength: 1, maxLength: limit.max })
    : schema.meta({ minLength: 1 });
}

export function atMost(max: number) {
  return z.refine<string>((value) => countCharacters(value) <= max, {
    error: `must be at most ${max} characters`,
  });
}

/** Rejects the characters that `find` returns, and names them. */
export function without(find: (value: string) => OffendingCharacter[]) {
  return z.superRefine<string>((value, context) => {
    const message = describeOffending(find(value));
    if (message) context.addIssue({ code: "custom", message });
  });
}

export const IsoDateText = text()
  .refine(isIsoDate, { error: "must be a date in the format YYYY-MM-DD", abort: true })
  .meta({ format: "date", examples: ["2026-11-15"] });

// The rule of browsers for email fields; zod's own rejects valid addresses.
const EmailAddress = z.email({ pattern: z.regexes.html5Email });

export const Email = text()
  .refine((value) => EmailAddress.safeParse(value).success, { error: "must be an email address" })
  .meta({ format: "email" });

/** An ID that is safe in a URL path without escaping. */
export function recordId() {
  return z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "must contain only letters, digits, hyphens, and underscores" });
}

/** With readable messages for a missing value and a wrong type. Unknown fields are ignored. */
export function object<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object(shape, { error: (issue) => (issue.input === undefined ? REQUIRED : "must be an object") });
}
