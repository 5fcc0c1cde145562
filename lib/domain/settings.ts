import { z } from "zod";

/** A setting that is missing or malformed. The message is one sentence that names it. */
export class SettingError extends Error {
  override name = "SettingError";
}

/** Reads settings from the environment; each field's description says what it must be. Empty counts as unset. */
export function readEnvironment<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  environment: Record<string, string | undefined>,
): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const field = schema.shape[name] as z.ZodType | undefined;
  throw new SettingError(`The setting ${name} must be ${field?.description ?? "valid"}.`);
}

export function portSetting(fallback: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535)
    .default(fallback)
    .describe(`a port number, such as ${fallback}`);
}

type Range = { min: number; max: number };

export function numberSetting({ fallback, ...range }: Range & { fallback: number }) {
  return wholeNumber(range).default(fallback).describe(rangeInWords(range));
}

/** One whose usual value depends on other settings. */
export function optionalNumberSetting(range: Range) {
  return wholeNumber(range).optional().describe(rangeInWords(range));
}

function wholeNumber({ min, max }: Range) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
}

function rangeInWords({ min, max }: Range): string {
  return `a whole number from ${min} to ${max}`;
}

export function urlSetting(protocol: RegExp, example: string) {
  return z.url({ protocol }).describe(`a URL, such as ${example}`);
}

export const POSTGRES_URL = urlSetting(/^postgres(ql)?$/, "postgres://user:password@host:5432/name");
export const WEBHOOK_SECRET = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/=]{20,}$/)
  .describe("a Standard Webhooks secret, whsec_ and base64");
