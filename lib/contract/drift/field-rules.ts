import type { z } from "zod";
import { Card, CardDetail, CardId, KNOWN_CARD_STATUSES } from "@/lib/contract/card";
import { CARD_TYPES } from "@/lib/contract/card-type";
import { ApiError } from "@/lib/contract/error";
import { KNOWN_TRANSACTION_STATUSES, Transaction, TransactionId } from "@/lib/contract/transaction";
import { isIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";
import type { DriftEffect, DriftKind } from "./drift-kind";
import { maskUnlessCode } from "./mask-example";

type Problem = {
  kind: DriftKind;
  effect: DriftEffect;
  /** What tells this finding from others of the same field, such as the unknown status. */
  value?: string;
};

/** A rule about a value that already has the right type. */
export type FieldRule = { expected: string; check(value: string): Problem | null };

const EXACT_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\+0000$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Long numbers in IDs are masked before we see them. */
const MASKED = "••••";

/** As the contract writes it, so that two of them compare as text. */
export function isExactTimestamp(text: string): boolean {
  return EXACT_TIMESTAMP.test(text) && isIsoDate(text.slice(0, 10));
}

const timestamp: FieldRule = {
  expected: "a timestamp such as 2026-11-15T14:03:22+0000",
  check: (text) =>
    isExactTimestamp(text)
      ? null
      : { kind: "timestamp", effect: parseTimestamp(text) ? "harmless" : "broken" },
};

const uuid: FieldRule = {
  expected: "an ID like a UUID",
  check: (text) =>
    UUID.test(text) ? null : { kind: "id", effect: CardId.safeParse(text).success ? "harmless" : "broken" },
};

const recordId: FieldRule = {
  expected: "an ID of letters, digits, hyphens, and underscores",
  check: (text) =>
    text.includes(MASKED) || TransactionId.safeParse(text).success ? null : { kind: "id", effect: "shown" },
};

const pattern = (regex: RegExp, expected: string, kind: DriftKind = "text"): FieldRule => ({
  expected,
  check: (text) => (regex.test(text) ? null : { kind, effect: "shown" }),
});

const currency = pattern(/^[A-Z]{3}$/, "a currency code such as USD");
const amount = pattern(/^-?\d+(?:\.\d+)?$/, "a decimal such as 64.00", "amount");
const lastFour = pattern(/^\d{4}$/, "four digits");

/** Of a set that the specification leaves open, we name those that the dashboard knows. */
const openSet = (known: readonly string[]) => oneOf(known, `an open set; known are ${known.join(", ")}`);

function oneOf(known: readonly string[], expected: string, effect: DriftEffect = "shown"): FieldRule {
  return {
    expected,
    check: (text) =>
      known.includes(text) ? null : { kind: "new-value", effect, value: maskUnlessCode(text) },
  };
}

const CARD_RULES: Partial<Record<keyof Card, FieldRule>> = {
  id: uuid,
  currency,
  lastFour,
  cardType: oneOf(CARD_TYPES, "physical or virtual"),
  status: openSet(KNOWN_CARD_STATUSES),
  created: timestamp,
};

const TRANSACTION_RULES: Partial<Record<keyof Transaction, FieldRule>> = {
  id: recordId,
  card_id: uuid,
  bill_currency: currency,
  amount,
  currency,
  status: openSet(KNOWN_TRANSACTION_STATUSES),
  created: timestamp,
};

/** The contract's schemas accept what the dashboard can work with; these rules are what the contract shows. */
const RULES = new Map<z.ZodType, Record<string, FieldRule>>([
  [Card, CARD_RULES],
  [CardDetail, CARD_RULES],
  [Transaction, TRANSACTION_RULES],
  [ApiError, { status: oneOf(["failed"], "failed", "harmless") }],
]);

export function rulesOf(schema: z.ZodType): Record<string, FieldRule> {
  return RULES.get(schema) ?? {};
}
