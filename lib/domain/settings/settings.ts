import { z } from "zod";

/** Missing or malformed settings; the message has one sentence for each. */
export class SettingError extends Error {
  override name = "SettingError";

  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** An empty value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Values<Shape extends z.core.$ZodShape> = z.infer<z.ZodObject<Shape>>;

/**
 * Each field's description says what it must be. `check` adds problems that depend on several valid settings. All
 * problems are reported at once.
 */
export function readEnvironment<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
  check: (values: Partial<Values<Shape>>, nonEmpty: Environment) => string[] = () => [],
): Values<Shape> {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const parsed = z.safeParse(field, nonEmpty[name]);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(describeProblem(name, field as z.ZodType, nonEmpty[name]));
  }
  problems.push(...check(values as Partial<Values<Shape>>, nonEmpty));
  if (problems.length > 0) throw new SettingError(problems);
  return values as Values<Shape>;
}

function describeProblem(name: string, field: z.ZodType, text: string | undefined): string {
  const { description, isShown } = findMeta(field);
  const shown = isShown && text !== undefined ? `, not ${JSON.stringify(text)}` : "";
  return `The setting ${name} must be ${description}${shown}.`;
}

/** An optional field or one with a default may have the description of its inner field. */
function findMeta(field: z.ZodType): { description?: string; isShown?: boolean } {
  const { description, isShown } = field.meta() ?? {};
  if (description) return { description, isShown: isShown === true };
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault)
    return findMeta(field.unwrap() as z.ZodType);
  return {};
}

export function portSetting(fallback: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535)
    .default(fallback)
    .meta({ description: "a whole number from 1 to 65535", isShown: true });
}

type Range = { min: number; max: number };

export function numberSetting({ fallback, ...range }: Range & { fallback: number }) {
  return wholeNumber(range).default(fallback).meta(describeRange(range));
}

/** For a setting whose default depends on other settings. */
export function optionalNumberSetting(range: Range) {
  return wholeNumber(range).optional().meta(describeRange(range));
}

function wholeNumber({ min, max }: Range) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
}

function describeRange({ min, max }: Range) {
  return { description: `a whole number from ${min} to ${max}`, isShown: true };
}

export function urlSetting(protocol: RegExp, example: string) {
  return z.url({ protocol }).describe(`a URL, such as ${example}`);
}

export const HOST = z
  .string()
  .regex(/^[A-Za-z0-9.:[\]-]+$/)
  .meta({
    description: "an address to listen on, such as 0.0.0.0 for all network interfaces",
    isShown: true,
  });

export const POSTGRES_URL = urlSetting(/^postgres(ql)?$/, "postgres://user:password@host:5432/name");
export const WEBHOOK_SECRET = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/=]{20,}$/)
  .describe("a Standard Webhooks secret, whsec_ and base64");
