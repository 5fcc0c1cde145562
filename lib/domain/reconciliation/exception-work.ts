import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { OwnId } from "@/lib/domain/text/own-id";
import { Day } from "@/lib/domain/time/day";
import {
  EXCEPTION_KINDS,
  EXCEPTION_REASONS,
  EXCEPTION_STATES,
  type ExceptionKind,
  type ExceptionReason,
  type ExceptionState,
} from "./exception";
import { MAX_SELECTED, NOTE_MAX_CHARACTERS, requiresNote, requiresReason } from "./exception-limits";

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  Object.keys(table) as [Key, ...Key[]];

const Kind = z.enum(keysOf<ExceptionKind>(EXCEPTION_KINDS));
const State = z.enum(keysOf<ExceptionState>(EXCEPTION_STATES));
const Reason = z.enum(keysOf<ExceptionReason>(EXCEPTION_REASONS));
const Note = z.string().trim().max(NOTE_MAX_CHARACTERS).transform(maskCardSecrets);
const CurrencyCode = z.string().regex(/^[A-Z0-9]{1,8}$/);

/** Every field is required: a filter that is left out must not mean "all". */
export const ExceptionFilter = z.strictObject({
  search: z.string().max(120),
  from: Day.nullable(),
  to: Day.nullable(),
  kind: z.array(Kind).readonly(),
  state: z.array(State).readonly(),
  owner: z.union([OwnId, z.literal("none")]).nullable(),
  currency: CurrencyCode.nullable(),
});
export type ExceptionFilter = z.infer<typeof ExceptionFilter>;

const Selected = z.strictObject({
  items: z
    .array(z.strictObject({ id: OwnId, version: z.int32().positive() }))
    .min(1)
    .max(MAX_SELECTED)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length),
});

/** What a person confirmed of a filter: how many match, and a hash of which ones in which version. */
export const SeenExceptions = z.strictObject({
  count: z.int().positive(),
  fingerprint: z.string().regex(/^-?\d{1,40}$/),
});
export type SeenExceptions = z.infer<typeof SeenExceptions>;

const Matching = z.strictObject({ filter: ExceptionFilter, seen: SeenExceptions });

/** The exceptions that an action changes: chosen ones as they were seen, or all that match a filter. */
export const ExceptionScope = z.union([Selected, Matching]);
export type ExceptionScope = z.infer<typeof ExceptionScope>;

export const NewState = z
  .object({ state: State, reason: Reason.nullable(), note: Note })
  .refine(({ state, reason }) => reason !== null || !requiresReason(state), {
    path: ["reason"],
    error: "must be chosen",
  })
  .refine(({ reason, note }) => note !== "" || !requiresNote(reason), {
    path: ["note"],
    error: "must not be empty",
  });

/** Which exceptions a rule explains. A null condition means any. */
export const RuleConditions = z
  .object({
    kind: Kind,
    currency: CurrencyCode.nullable(),
    merchant: z.string().trim().min(1).max(200).transform(maskCardSecrets).nullable(),
    maxDifference: z
      .string()
      .regex(/^\d{1,12}(\.\d{1,4})?$/)
      .nullable(),
  })
  .refine(({ currency, maxDifference }) => maxDifference === null || currency !== null, {
    path: ["currency"],
    error: "is needed for a largest difference",
  });
export type RuleConditions = z.infer<typeof RuleConditions>;

export const NewRule = z
  .object({ conditions: RuleConditions, reason: Reason, note: Note, seen: z.int().nonnegative() })
  .refine(({ reason, note }) => note !== "" || !requiresNote(reason), {
    path: ["note"],
    error: "must not be empty",
  });
