import { z } from "zod";
import { isMaskedId, maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";

export const HOLDS_CARD_NUMBER = "must not contain a card number or security code";
const MASKED_ID = "is masked, so a card can’t be issued with it";

/** More than any field accepts: searching a megabyte of digits would block other requests. */
const MAX_CHARACTERS = 10_000;
const TOO_LONG = "must be at most 10,000 characters";

/** In identifiers only numbers that a card scheme could have issued are rejected. */
const IDS: ReadonlySet<string> = new Set(["id", "kycApplicantId", "cardDesign", "email", "recipientEmail"]);

/** Numbers that look like card numbers: every South African ID number has a valid check digit. */
const NON_CARD_NUMBERS: ReadonlySet<string> = new Set([
  "idDocumentNumber",
  "businessRegistrationNumber",
  "phoneNumber",
  "recipientPhoneNumber",
]);

/** Problems by field path. */
export function cardNumberErrors(value: unknown): Record<string, string> {
  return Object.fromEntries(
    listFields(value).flatMap(({ path, name, text }) => {
      if (text.length > MAX_CHARACTERS) return [[path.join("."), TOO_LONG]];
      if (holdsCardNumber(name, text)) return [[path.join("."), HOLDS_CARD_NUMBER]];
      return name === "id" && isMaskedId(text) ? [[path.join("."), MASKED_ID]] : [];
    }),
  );
}

/** Not part of the contract's schemas, because the issuer has no such rule. */
export const withoutCardNumber = z.superRefine<unknown>((request, context) => {
  for (const [path, message] of Object.entries(cardNumberErrors(request)))
    context.addIssue({ code: "custom", path: path.split("."), message });
});

/** Empties every text with a card number. */
export function withoutCardNumbers<Value>(value: Value): Value {
  return mapTexts(value, "", (name, text) => (holdsCardNumber(name, text) ? "" : text)) as Value;
}

function holdsCardNumber(name: string, text: string): boolean {
  if (NON_CARD_NUMBERS.has(name) || (name === "spendLimit" && !WHOLE_NUMBER.test(text))) return false;
  const mask = IDS.has(name) ? maskCardSecretsInId : maskCardSecrets;
  return mask(text) !== text;
}

/** The digits of a long fraction are not a card number. */
const WHOLE_NUMBER = /^[\d\s-]+$/;

type Field = { path: string[]; name: string; text: string };

function listFields(value: unknown, path: string[] = []): Field[] {
  if (typeof value === "string" || typeof value === "number")
    return [{ path, name: path.at(-1) ?? "", text: String(value) }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => listFields(inner, [...path, name]));
}

function mapTexts(value: unknown, name: string, map: (name: string, text: string) => string): unknown {
  if (typeof value === "string") return map(name, value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, item]) => [inner, mapTexts(item, inner, map)]),
  );
}
