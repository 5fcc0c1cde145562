import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";

/** Personal data and credentials, which never go into a log or an audit entry. */
const PERSONAL = new Set([
  "firstName",
  "lastName",
  "fullName",
  "cardholderName",
  "dob",
  "idDocumentNumber",
  "idDocumentType",
  "businessRegistrationNumber",
  "kycApplicantId",
  "line1",
  "line2",
  "city",
  "zone",
  "postalCode",
  "phoneNumber",
  "recipientFirstName",
  "recipientLastName",
  "recipientPhoneNumber",
  "recipientEmail",
  "email",
  "preferredCardName",
  "cardName",
  // Notes are about cardholders.
  "body",
  "note",
  // The URL of a list can contain what was searched for.
  "listQuery",
  "search",
  // People name views after what they search for.
  "viewName",
  // Files are named after people, too.
  "fileName",
]);

/** IDs of customers and other records: masked like the record's own ID, so that the log refers to the same one. */
const IDS = new Set(["id", "subject", "target"]);

const SECRET = new Set([
  "password",
  "newPassword",
  "currentPassword",
  "token",
  "secret",
  "cookie",
  "signature",
  "apiKey",
  "oneTimeCode",
]);

/** Catches secrets that are not listed. */
const SECRET_NAME = /password|secret|token/i;

export const MASK = "•••";

/** Keeps the structure, so that it shows which fields were filled in. Card numbers are masked everywhere. */
export function maskPersonalData(value: unknown, name = ""): unknown {
  if (typeof value === "string") return IDS.has(name) ? maskCardSecretsInId(value) : maskCardSecrets(value);
  if (Array.isArray(value)) return value.map((item) => maskPersonalData(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (isSecret(field)) return [field, MASK];
      if (PERSONAL.has(field))
        return [field, inner === null || inner === undefined || inner === "" ? inner : MASK];
      return [field, maskPersonalData(inner, field)];
    }),
  );
}

/** The personal data in a value, without its structure. */
export function personalTexts(value: unknown, isPersonal = false): string[] {
  if (typeof value === "string" && isPersonal) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    personalTexts(inner, isPersonal || PERSONAL.has(field)),
  );
}

/** Removes passwords, tokens and other secrets, for values that are stored or compared later. */
export function omitSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name))
      .map(([name, inner]) => [name, omitSecrets(inner)]),
  );
}

function isSecret(name: string): boolean {
  return SECRET.has(name) || SECRET_NAME.test(name);
}
