import fc from "fast-check";
import { isAlpha2, isAlpha3 } from "@/lib/domain/countries/countries";
import { addDays, addMonths, type IsoDate } from "@/lib/domain/time/calendar";
import { isoDates } from "./arbitraries";

export type RuleViolation = {
  /** The field that the error must name first. */
  path: string;
  description: string;
  /** A value that breaks only this rule; `undefined` removes the field. */
  value: fc.Arbitrary<unknown>;
  /** The start of the error message. */
  message: string;
};

type FieldViolation = Omit<RuleViolation, "path">;
type TextRules = { max?: number; forbidden?: string; isAscii?: boolean };

const CARD_NAME_FORBIDDEN = ";:!?<>~\\%@{}|[]”_";
const ADDRESS_FORBIDDEN = ";:!?<>~\\%^@{}|[]'";
const NOT_ASCII = "ãé日😀\u00a0\u007f";
const DIAL_CODE_MESSAGE = "must be a numeric country dial code without a plus sign";

export function createCardViolations(today: IsoDate, customerType: "Consumer" | "Business"): RuleViolation[] {
  const day = (distance: number) => addDays(today, distance);
  const earliest = addMonths(today, 1);
  return [
    ...at("kycApplicantId", requiredText()),
    ...at("cardType", oneOf(["physical", "virtual"], "must be physical or virtual")),
    ...at("preferredCardName", requiredText({ max: 27, forbidden: CARD_NAME_FORBIDDEN })),
    ...at("spendLimit", [
      violation("null", fc.constant(null), "must be a number"),
      violation("no number", notOfType("number"), "must be a number"),
      violation(
        "below 0",
        fc.double({ max: -Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }),
        "must be at least 0",
      ),
    ]),
    ...at("customerType", oneOf(["Consumer", "Business"], "must be Consumer or Business")),
    ...at("expiryDate", [
      ...date(),
      violation(
        "a day too early",
        fc.constant(addDays(earliest, -1)),
        "must be at least 1 month from today: ",
      ),
      violation(
        "too early",
        isoDates("0001-01-01", addDays(earliest, -1)),
        "must be at least 1 month from today: ",
      ),
    ]),
    ...at("cardDesign", optionalText()),
    ...at("meta", object()),
    ...at("meta.id", requiredText()),
    ...at("meta.otpPhoneNumber", object()),
    ...at("meta.otpPhoneNumber.dialCode", dialCode()),
    ...at("meta.otpPhoneNumber.phoneNumber", phoneNumber()),
    ...at("meta.email", [...email(), violation("no text", notOfType("string"), "must be text")]),
    ...at("kyc", object()),
    ...(customerType === "Business"
      ? [
          ...at("kyc.fullName", requiredText()),
          ...at("kyc.entityType", oneOf(["personal", "company"], "must be personal or company")),
          ...at("kyc.businessRegistrationNumber", requiredText()),
          ...at("kyc.businessOperationAddress", object()),
          ...postalAddress("kyc.businessOperationAddress"),
        ]
      : [
          ...at("kyc.firstName", requiredText({ max: 20 })),
          ...at("kyc.lastName", requiredText({ max: 20 })),
          ...at("kyc.dob", [
            ...required(),
            violation("null", fc.constant(null), "must be text"),
            ...date(),
            violation("today", fc.constant(today), "must be in the past"),
            violation("to come", isoDates(day(1), "9999-12-31"), "must be in the past"),
          ]),
          ...at("kyc.residentialAddress", object()),
          ...at("kyc.residentialAddress.idDocumentType", requiredText()),
          ...at("kyc.residentialAddress.idDocumentNumber", requiredText({ max: 255 })),
          ...postalAddress("kyc.residentialAddress", 255),
        ]),
  ];
}

export function shippingViolations(root = "shippingInformation"): RuleViolation[] {
  const address = { isAscii: true, forbidden: ADDRESS_FORBIDDEN };
  const fields: RuleViolation[] = [
    ...at("shippingAddress", object()),
    ...at("shippingAddress.line1", requiredText({ ...address, max: 50 })),
    ...at("shippingAddress.line2", nullableText(address)),
    ...at("shippingAddress.zone", nullableText(address)),
    ...at("shippingAddress.city", requiredText({ ...address, max: 20 })),
    ...at(
      "shippingAddress.postalCode",
      requiredText({ isAscii: true, max: 10, forbidden: `${ADDRESS_FORBIDDEN}_#/.,"&` }),
    ),
    ...at("shippingAddress.country", [
      ...required(),
      violation("null", fc.constant(null), "must be text"),
      violation("no text", notOfType("string"), "must be text"),
      violation("unknown", unknownCode(isAlpha2), "must be an ISO 3166-1 alpha-2 code"),
      violation("alpha-3", fc.constant("GBR"), "must be an ISO 3166-1 alpha-2 code"),
    ]),
    ...at("recipientFirstName", requiredText()),
    ...at("recipientLastName", requiredText()),
    ...at("recipientPhoneNumber", phoneNumber()),
    ...at("recipientDialCode", dialCode()),
    ...at("recipientEmail", [
      ...required(),
      violation("null", fc.constant(null), "must be text"),
      violation("no text", notOfType("string"), "must be text"),
      ...email(),
    ]),
    ...at("cardDesign", requiredText()),
  ];
  return fields.map((field) => ({ ...field, path: `${root}.${field.path}` }));
}

/** Only violations that don't depend on the card or the option. */
export function reissueViolations(): RuleViolation[] {
  return [
    ...at("renewOption", [
      violation("null", fc.constant(null), "must be one of IDENTICAL_TO_THE_CURRENT_CARD, "),
      violation("no text", notOfType("string"), "must be one of IDENTICAL_TO_THE_CURRENT_CARD, "),
      violation(
        "unknown",
        fc.constantFrom("", "identical_to_the_current_card", "RENEW", "constructor"),
        "must be one of ",
      ),
    ]),
    ...at("expiryDate", [violation("null", fc.constant(null), "must be text"), ...date()]),
    ...at("shippingInformation", [
      violation("null", fc.constant(null), "must be an object"),
      violation("no object", notAnObject, "must be an object"),
    ]),
    ...shippingViolations(),
  ];
}

/** Picks a violation and one of its values. */
export function anyViolation(
  violations: RuleViolation[],
): fc.Arbitrary<{ violation: RuleViolation; invalidValue: unknown }> {
  return fc.oneof(
    ...violations.map((violation) => violation.value.map((invalidValue) => ({ violation, invalidValue }))),
  );
}

function postalAddress(root: string, max?: number): RuleViolation[] {
  const rules = max === undefined ? {} : { max };
  return [
    ...at(`${root}.line1`, requiredText(rules)),
    ...at(`${root}.line2`, requiredText(rules)),
    ...at(`${root}.city`, requiredText(rules)),
    ...at(`${root}.country`, [
      ...required(),
      violation("null", fc.constant(null), "must be text"),
      violation("no text", notOfType("string"), "must be text"),
      violation("unknown", unknownCode(isAlpha3), "must be an ISO 3166-1 alpha-3 code"),
      violation("alpha-2", fc.constant("GB"), "must be an ISO 3166-1 alpha-3 code"),
      violation("a name", fc.constant("Germany"), "must be an ISO 3166-1 alpha-3 code"),
    ]),
    ...at(`${root}.postalCode`, optionalText()),
  ];
}

function requiredText(rules: TextRules = {}): FieldViolation[] {
  return [
    ...required(),
    ...optionalText(rules),
    violation("empty", fc.constant(""), "must not be empty"),
    violation("blank", fc.constantFrom(" ", "   ", "\t", "\n", "\u00a0", "\u2003"), "must not be empty"),
  ];
}

function optionalText(rules: TextRules = {}): FieldViolation[] {
  return [violation("null", fc.constant(null), "must be text"), ...nullableText(rules)];
}

function nullableText({ max, forbidden = "", isAscii = false }: TextRules = {}): FieldViolation[] {
  const violations = [...forbidden].map((character) =>
    violation(`with ${character}`, around(fc.constant(character)), `must not contain ${character}`),
  );
  if (isAscii)
    violations.push(violation("not ASCII", around(fc.constantFrom(...NOT_ASCII)), "must not contain "));
  if (max !== undefined) {
    const message = `must be at most ${max} characters`;
    violations.push(violation("one too long", fc.constant("a".repeat(max + 1)), message));
    violations.push(violation("far too long", fc.constant("a".repeat(max * 100)), message));
    if (!isAscii) violations.push(violation("one 😀 too long", fc.constant("😀".repeat(max + 1)), message));
  }
  return [
    violation("no text", notOfType("string"), "must be text"),
    violation(
      "not storable",
      around(fc.constantFrom("\0", "\ud800", "\udfff")),
      "must not contain unsupported characters",
    ),
    ...violations,
  ];
}

function date(): FieldViolation[] {
  const impossible = [
    "",
    "2026-02-29",
    "2027-13-01",
    "2027-00-10",
    "27-01-01",
    "2027-1-1",
    "2027-01-01T00:00:00Z",
    "soon",
  ];
  return [
    violation("no text", notOfType("string"), "must be text"),
    violation("no date", fc.constantFrom(...impossible), "must be a date in the format YYYY-MM-DD"),
  ];
}

function email(): FieldViolation[] {
  const wrong = [
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example com",
    "ada lovelace@example.com",
    "a@b@example.com",
  ];
  return [violation("no address", fc.constantFrom(...wrong), "must be an email address")];
}

function dialCode(): FieldViolation[] {
  return [
    violation("missing", fc.constant(undefined), DIAL_CODE_MESSAGE),
    violation("null", fc.constant(null), DIAL_CODE_MESSAGE),
    violation("no number", fc.oneof(notOfType("number"), fc.constantFrom("44", "+44")), DIAL_CODE_MESSAGE),
    violation("a fraction", fc.constantFrom(0.5, 44.1), DIAL_CODE_MESSAGE),
    violation("below 1", fc.integer({ max: 0 }), DIAL_CODE_MESSAGE),
    violation("too long", fc.integer({ min: 1000 }), "must be a country dial code of at most three digits"),
  ];
}

function phoneNumber(): FieldViolation[] {
  return [
    ...requiredText(),
    violation(
      "with letters",
      around(fc.constantFrom("a", "x", "+", "/", "#", "٣")),
      "must contain digits only",
    ),
    violation("too short", fc.constantFrom("1", "123", "1-2-3"), "must have at least 4 digits"),
    violation(
      "too long",
      fc.constant("1".repeat(15)),
      "must have at most 15 digits including the country code",
    ),
  ];
}

function object(): FieldViolation[] {
  return [
    ...required(),
    violation("null", fc.constant(null), "must be an object"),
    violation("no object", notAnObject, "must be an object"),
  ];
}

function oneOf(values: string[], message: string): FieldViolation[] {
  const others = fc.string().filter((text) => !values.includes(text));
  return [
    violation("missing", fc.constant(undefined), message),
    violation("null", fc.constant(null), message),
    violation("no text", notOfType("string"), message),
    violation("in other case", fc.constantFrom(...values.flatMap(otherCases)), message),
    violation("unknown", fc.oneof(others, fc.constantFrom("", "constructor", "__proto__")), message),
  ];
}

function required(): FieldViolation[] {
  return [violation("missing", fc.constant(undefined), "is required")];
}

const values = {
  string: fc.string(),
  number: fc.integer(),
  boolean: fc.boolean(),
  array: fc.array(fc.string(), { maxLength: 2 }),
  object: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
};
const notAnObject = fc.oneof(values.string, values.number, values.boolean, values.array);

function notOfType(type: "string" | "number"): fc.Arbitrary<unknown> {
  return fc.oneof(
    values[type === "string" ? "number" : "string"],
    values.boolean,
    values.array,
    values.object,
  );
}

function unknownCode(isCode: (code: string) => boolean): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.string({ maxLength: 4 }),
      fc.stringMatching(/^[A-Z]{2,3}$/),
      fc.constantFrom("", "gbr", "gb", "XKX", "EU"),
    )
    .filter((code) => !isCode(code));
}

function around(character: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("", "12"), character, fc.constantFrom("", "34"))
    .map(([before, middle, after]) => before + middle + after)
    .filter((text) => text.trim() !== "");
}

function otherCases(value: string): string[] {
  const capitalised = value.charAt(0).toUpperCase() + value.slice(1).toLowerCase();
  return [value.toUpperCase(), value.toLowerCase(), capitalised, ` ${value}`].filter(
    (other) => other !== value,
  );
}

function violation(description: string, value: fc.Arbitrary<unknown>, message: string): FieldViolation {
  return { description, value, message };
}

function at(path: string, violations: FieldViolation[]): RuleViolation[] {
  return violations.map((field) => ({ ...field, path }));
}
