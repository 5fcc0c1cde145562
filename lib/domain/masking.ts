import { maskCardSecrets, maskCardSecretsInId } from "./card-secrets";

/** Fields whose values belong to a cardholder, or open a door. They are never written down in a log or an audit row. */
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
  // What people write in a note is about a cardholder.
  "body",
]);

/** Fields that name a customer or another record: masked like its id, so that the log names the same one. */
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
]);

/** Also one that nobody has listed yet. */
const SECRET_NAME = /password|secret|token/i;

const MASK = "•••";

/** The same shape with personal values struck out; enough stays to see what was filled in. No card number stays. */
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

/** The same without passwords, tokens and the like: for what is kept or compared beyond the moment. */
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
