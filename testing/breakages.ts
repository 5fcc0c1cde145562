import fc from "fast-check";
import { addDays, addMonths, type IsoDate } from "@/lib/domain/calendar";
import { isAlpha2, isAlpha3 } from "@/lib/domain/countries";
import { isoDates } from "./arbitraries";

// Test support: every way to break one rule of a request, and what the contract must then say.

export type Breakage = {
  /** The field, which must be the first that the refusal names. */
  path: string;
  what: string;
  /** Put at the path, makes a valid request invalid by this rule alone; `undefined` takes the field away. */
  value: fc.Arbitrary<unknown>;
  /** How the message begins. */
  message: string;
};

type FieldBreakage = Omit<Breakage, "path">;
type TextRules = { max?: number; forbidden?: string; isAscii?: boolean };

const CARD_NAME_FORBIDDEN = ";:!?<>~\\%@{}|[]”_";
const ADDRESS_FORBIDDEN = ";:!?<>~\\%^@{}|[]'";
const NOT_ASCII = "ãé日😀\u00a0\u007f";
const A_DIAL_CODE = "must be a numeric country dial code without a plus sign";

export function createCardBreakages(today: IsoDate, customerType: "Consumer" | "Business"): Breakage[] {
  const day = (distance: number) => addDays(today, distance);
  const earliest = addMonths(today, 1);
  return [
    ...at("kycApplicantId", requiredText()),
    ...at("cardType", oneOf(["physical", "virtual"], "must be physical or virtual")),
    ...at("preferredCardName", requiredText({ max: 27, forbidden: CARD_NAME_FORBIDDEN })),
    ...at("spendLimit", [
      breakage("null", fc.constant(null), "must be a number"),
      breakage("no number", notOf("number"), "must be a number"),
      breakage(
        "below 0",
        fc.double({ max: -Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }),
        "must be at least 0",
      ),
    ]),
    ...at("customerType", oneOf(["Consumer", "Business"], "must be Consumer or Business")),
    ...at("expiryDate", [
      ...date(),
      breakage(
        "a day too early",
        fc.constant(addDays(earliest, -1)),
        "must be at least 1 month from today: ",
      ),
      breakage(
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
    ...at("meta.email", [...email(), breakage("no text", notOf("string"), "must be text")]),
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
            breakage("null", fc.constant(null), "must be text"),
            ...date(),
            breakage("today", fc.constant(today), "must be in the past"),
            breakage("to come", isoDates(day(1), "9999-12-31"), "must be in the past"),
          ]),
          ...at("kyc.residentialAddress", object()),
          ...at("kyc.residentialAddress.idDocumentType", requiredText()),
          ...at("kyc.residentialAddress.idDocumentNumber", requiredText({ max: 255 })),
          ...postalAddress("kyc.residentialAddress", 255),
        ]),
  ];
}

export function shippingBreakages(root = "shippingInformation"): Breakage[] {
  const address = { isAscii: true, forbidden: ADDRESS_FORBIDDEN };
  const fields: Breakage[] = [
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
      breakage("null", fc.constant(null), "must be text"),
      breakage("no text", notOf("string"), "must be text"),
      breakage("unknown", noCode(isAlpha2), "must be an ISO 3166-1 alpha-2 code"),
      breakage("alpha-3", fc.constant("GBR"), "must be an ISO 3166-1 alpha-2 code"),
    ]),
    ...at("recipientFirstName", requiredText()),
    ...at("recipientLastName", requiredText()),
    ...at("recipientPhoneNumber", phoneNumber()),
    ...at("recipientDialCode", dialCode()),
    ...at("recipientEmail", [
      ...required(),
      breakage("null", fc.constant(null), "must be text"),
      breakage("no text", notOf("string"), "must be text"),
      ...email(),
    ]),
    ...at("cardDesign", requiredText()),
  ];
  return fields.map((field) => ({ ...field, path: `${root}.${field.path}` }));
}

/** What breaks a reissue whatever the card and the option; the rest depends on both. */
export function reissueBreakages(): Breakage[] {
  return [
    ...at("renewOption", [
      breakage("null", fc.constant(null), "must be one of IDENTICAL_TO_THE_CURRENT_CARD, "),
      breakage("no text", notOf("string"), "must be one of IDENTICAL_TO_THE_CURRENT_CARD, "),
      breakage(
        "unknown",
        fc.constantFrom("", "identical_to_the_current_card", "RENEW", "constructor"),
        "must be one of ",
      ),
    ]),
    ...at("expiryDate", [breakage("null", fc.constant(null), "must be text"), ...date()]),
    ...at("shippingInformation", [
      breakage("null", fc.constant(null), "must be an object"),
      breakage("no object", noObject, "must be an object"),
    ]),
    ...shippingBreakages(),
  ];
}

/** Any of the breakages, each with one of its values. */
export function anyOf(breakages: Breakage[]): fc.Arbitrary<{ breakage: Breakage; broken: unknown }> {
  return fc.oneof(...breakages.map((breakage) => breakage.value.map((broken) => ({ breakage, broken }))));
}

function postalAddress(root: string, max?: number): Breakage[] {
  const rules = max === undefined ? {} : { max };
  return [
    ...at(`${root}.line1`, requiredText(rules)),
    ...at(`${root}.line2`, requiredText(rules)),
    ...at(`${root}.city`, requiredText(rules)),
    ...at(`${root}.country`, [
      ...required(),
      breakage("null", fc.constant(null), "must be text"),
      breakage("no text", notOf("string"), "must be text"),
      breakage("unknown", noCode(isAlpha3), "must be an ISO 3166-1 alpha-3 code"),
      breakage("alpha-2", fc.constant("GB"), "must be an ISO 3166-1 alpha-3 code"),
      breakage("a name", fc.constant("Germany"), "must be an ISO 3166-1 alpha-3 code"),
    ]),
    ...at(`${root}.postalCode`, optionalText()),
  ];
}

function requiredText(rules: TextRules = {}): FieldBreakage[] {
  return [
    ...required(),
    ...optionalText(rules),
    breakage("empty", fc.constant(""), "must not be empty"),
    breakage("blank", fc.constantFrom(" ", "   ", "\t", "\n", "\u00a0", "\u2003"), "must not be empty"),
  ];
}

function optionalText(rules: TextRules = {}): FieldBreakage[] {
  return [breakage("null", fc.constant(null), "must be text"), ...nullableText(rules)];
}

function nullableText({ max, forbidden = "", isAscii = false }: TextRules = {}): FieldBreakage[] {
  const broken = [...forbidden].map((character) =>
    breakage(`with ${character}`, around(fc.constant(character)), `must not contain ${character}`),
  );
  if (isAscii) broken.push(breakage("not ASCII", around(fc.constantFrom(...NOT_ASCII)), "must not contain "));
  if (max !== undefined) {
    const message = `must be at most ${max} characters`;
    broken.push(breakage("one too long", fc.constant("a".repeat(max + 1)), message));
    broken.push(breakage("far too long", fc.constant("a".repeat(max * 100)), message));
    if (!isAscii) broken.push(breakage("one 😀 too long", fc.constant("😀".repeat(max + 1)), message));
  }
  return [
    breakage("no text", notOf("string"), "must be text"),
    breakage(
      "not storable",
      around(fc.constantFrom("\0", "\ud800", "\udfff")),
      "must not contain unsupported characters",
    ),
    ...broken,
  ];
}

function date(): FieldBreakage[] {
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
    breakage("no text", notOf("string"), "must be text"),
    breakage("no date", fc.constantFrom(...impossible), "must be a date in the format YYYY-MM-DD"),
  ];
}

function email(): FieldBreakage[] {
  const wrong = [
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example com",
    "ada lovelace@example.com",
    "a@b@example.com",
  ];
  return [breakage("no address", fc.constantFrom(...wrong), "must be an email address")];
}

function dialCode(): FieldBreakage[] {
  return [
    breakage("missing", fc.constant(undefined), A_DIAL_CODE),
    breakage("null", fc.constant(null), A_DIAL_CODE),
    breakage("no number", fc.oneof(notOf("number"), fc.constantFrom("44", "+44")), A_DIAL_CODE),
    breakage("a fraction", fc.constantFrom(0.5, 44.1), A_DIAL_CODE),
    breakage("below 1", fc.integer({ max: 0 }), A_DIAL_CODE),
    breakage("too long", fc.integer({ min: 1000 }), "must be a country dial code of at most three digits"),
  ];
}

function phoneNumber(): FieldBreakage[] {
  return [
    ...requiredText(),
    breakage(
      "with letters",
      around(fc.constantFrom("a", "x", "+", "/", "#", "٣")),
      "must contain digits only",
    ),
    breakage("too short", fc.constantFrom("1", "123", "1-2-3"), "must have at least 4 digits"),
    breakage(
      "too long",
      fc.constant("1".repeat(15)),
      "must have at most 15 digits together with the dial code",
    ),
  ];
}

function object(): FieldBreakage[] {
  return [
    ...required(),
    breakage("null", fc.constant(null), "must be an object"),
    breakage("no object", noObject, "must be an object"),
  ];
}

function oneOf(values: string[], message: string): FieldBreakage[] {
  const others = fc.string().filter((text) => !values.includes(text));
  return [
    breakage("missing", fc.constant(undefined), message),
    breakage("null", fc.constant(null), message),
    breakage("no text", notOf("string"), message),
    breakage("in other case", fc.constantFrom(...values.flatMap(otherCases)), message),
    breakage("unknown", fc.oneof(others, fc.constantFrom("", "constructor", "__proto__")), message),
  ];
}

function required(): FieldBreakage[] {
  return [breakage("missing", fc.constant(undefined), "is required")];
}

const values = {
  string: fc.string(),
  number: fc.integer(),
  boolean: fc.boolean(),
  array: fc.array(fc.string(), { maxLength: 2 }),
  object: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
};
const noObject = fc.oneof(values.string, values.number, values.boolean, values.array);

function notOf(type: "string" | "number"): fc.Arbitrary<unknown> {
  return fc.oneof(
    values[type === "string" ? "number" : "string"],
    values.boolean,
    values.array,
    values.object,
  );
}

function noCode(isCode: (code: string) => boolean): fc.Arbitrary<string> {
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

function breakage(what: string, value: fc.Arbitrary<unknown>, message: string): FieldBreakage {
  return { what, value, message };
}

function at(path: string, broken: FieldBreakage[]): Breakage[] {
  return broken.map((field) => ({ ...field, path }));
}
