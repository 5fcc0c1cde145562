export type CustomerType = "Consumer" | "Business";

/** A column of a file with cards to issue, one card per row. */
export type IssueColumn = {
  key: IssueColumnKey;
  label: string;
  /** In words, for the template. */
  rule: string;
  /** The customers that it is for. */
  types: readonly CustomerType[];
  isRequired: boolean;
  choices?: readonly string[];
  /** A value for the template. */
  example: string;
  /** Other names that it is recognized by, as `toName` writes them. */
  names: readonly string[];
};

const BOTH = ["Consumer", "Business"] as const;
const CONSUMER = ["Consumer"] as const;
const BUSINESS = ["Business"] as const;

const COLUMNS = [
  {
    key: "customerType",
    label: "Customer type",
    rule: "Consumer or Business.",
    types: BOTH,
    isRequired: true,
    choices: BOTH,
    example: "Consumer",
    names: ["type of customer", "customer kind", "kundentyp", "kundenart"],
  },
  {
    key: "customerId",
    label: "Customer ID",
    rule: "Your own ID of the cardholder. Cards with the same ID belong to the same customer.",
    types: BOTH,
    isRequired: true,
    example: "cus_1001",
    names: [
      "id",
      "external customer id",
      "cardholder id",
      "employee id",
      "meta id",
      "customer",
      "customer no",
      "customer nr",
      "customer number",
      "client id",
      "client number",
      "employee no",
      "employee number",
      "kundennummer",
      "kunden nr",
      "kundennr",
      "kunden id",
      "mitarbeiternummer",
      "personalnummer",
    ],
  },
  {
    key: "kycApplicantId",
    label: "KYC applicant ID",
    rule: "The applicant’s ID at the KYC provider.",
    types: BOTH,
    isRequired: true,
    example: "kyc_58213",
    names: ["kyc id", "applicant id", "kyc applicant", "kyc"],
  },
  {
    key: "firstName",
    label: "First name",
    rule: "At most 20 characters.",
    types: CONSUMER,
    isRequired: true,
    example: "Amara",
    names: ["given name", "forename", "kyc first name", "vorname"],
  },
  {
    key: "lastName",
    label: "Last name",
    rule: "At most 20 characters.",
    types: CONSUMER,
    isRequired: true,
    example: "Okafor",
    names: ["surname", "family name", "kyc last name", "nachname", "familienname", "zuname"],
  },
  {
    key: "dob",
    label: "Date of birth",
    rule: "As YYYY-MM-DD, in the past.",
    types: CONSUMER,
    isRequired: true,
    example: "1990-04-23",
    names: [
      "birth date",
      "birthday",
      "born",
      "kyc dob",
      "geburtsdatum",
      "geburtstag",
      "geboren",
      "geboren am",
    ],
  },
  {
    key: "documentType",
    label: "Document type",
    rule: "The type of the ID document, such as Passport.",
    types: CONSUMER,
    isRequired: true,
    example: "Passport",
    names: ["id document type", "id type", "ausweisart", "ausweistyp", "dokumentart"],
  },
  {
    key: "documentNumber",
    label: "Document number",
    rule: "The number of the ID document.",
    types: CONSUMER,
    isRequired: true,
    example: "P4813559",
    names: [
      "id document number",
      "id number",
      "passport number",
      "document no",
      "id no",
      "passport no",
      "ausweisnummer",
      "ausweis nr",
      "dokumentnummer",
      "passnummer",
    ],
  },
  {
    key: "legalName",
    label: "Legal name",
    rule: "The full name of the business, as registered.",
    types: BUSINESS,
    isRequired: true,
    example: "Harbor Freight Ltd",
    names: [
      "company",
      "company name",
      "business name",
      "full name",
      "kyc full name",
      "firma",
      "firmenname",
      "unternehmen",
    ],
  },
  {
    key: "entityType",
    label: "Entity type",
    rule: "personal or company.",
    types: BUSINESS,
    isRequired: true,
    choices: ["personal", "company"],
    example: "company",
    names: ["entity", "kyc entity type"],
  },
  {
    key: "registrationNumber",
    label: "Registration number",
    rule: "The legal registration number of the business.",
    types: BUSINESS,
    isRequired: true,
    example: "08123456",
    names: [
      "business registration number",
      "company number",
      "registration",
      "registration no",
      "company no",
      "handelsregisternummer",
      "registernummer",
    ],
  },
  {
    key: "line1",
    label: "Address line 1",
    rule: "At most 255 characters.",
    types: BOTH,
    isRequired: true,
    example: "1 Harbor Street",
    names: [
      "address",
      "street",
      "address 1",
      "line 1",
      "street address",
      "straße",
      "strasse",
      "adresse",
      "anschrift",
    ],
  },
  {
    key: "line2",
    label: "Address line 2",
    rule: "Empty if there is none.",
    types: BOTH,
    isRequired: false,
    example: "Floor 3",
    names: ["address 2", "line 2", "adresszusatz"],
  },
  {
    key: "city",
    label: "City or district",
    rule: "At most 255 characters.",
    types: BOTH,
    isRequired: true,
    example: "London",
    names: ["city", "town", "district", "ort", "stadt", "wohnort"],
  },
  {
    key: "postalCode",
    label: "Postal code",
    rule: "Optional.",
    types: BOTH,
    isRequired: false,
    example: "E1 6AN",
    names: ["zip", "zip code", "postcode", "plz", "postleitzahl"],
  },
  {
    key: "country",
    label: "Country",
    rule: "Its code (GBR or GB) or its English name.",
    types: BOTH,
    isRequired: true,
    example: "GBR",
    names: ["country code", "land"],
  },
  {
    key: "dialCode",
    label: "Dial code",
    rule: "The country’s dial code, such as 44. Empty if the phone number begins with a plus sign.",
    types: BOTH,
    isRequired: true,
    example: "44",
    names: [
      "country dial code",
      "phone code",
      "phone country code",
      "calling code",
      "ländervorwahl",
      "landesvorwahl",
    ],
  },
  {
    key: "phone",
    label: "Phone number",
    rule: "For one-time codes. With a plus sign and the dial code, or without both.",
    types: BOTH,
    isRequired: true,
    example: "7911 123456",
    names: [
      "phone",
      "mobile",
      "mobile number",
      "mobile phone",
      "telephone",
      "cell",
      "otp phone number",
      "phone no",
      "mobile no",
      "mobile phone number",
      "telefon",
      "telefonnummer",
      "mobil",
      "mobilnummer",
      "mobiltelefon",
      "handy",
      "handynummer",
      "rufnummer",
    ],
  },
  {
    key: "email",
    label: "Email",
    rule: "Optional, but recommended.",
    types: BOTH,
    isRequired: false,
    example: "amara.okafor@example.com",
    names: ["e mail", "email address", "mail", "e mail address", "e mail adresse", "email adresse"],
  },
  {
    key: "cardType",
    label: "Card type",
    rule: "virtual or physical. It can’t be changed later.",
    types: BOTH,
    isRequired: true,
    choices: ["virtual", "physical"],
    example: "virtual",
    names: ["card kind", "type", "kartentyp", "kartenart"],
  },
  {
    key: "cardName",
    label: "Name on card",
    rule: "At most 27 characters. Printed on a physical card.",
    types: BOTH,
    isRequired: true,
    example: "Amara Okafor",
    names: [
      "card name",
      "preferred card name",
      "embossed name",
      "printed name",
      "name on the card",
      "cardholder",
      "cardholder name",
      "karteninhaber",
      "name auf karte",
      "name auf der karte",
      "kartenname",
    ],
  },
  {
    key: "design",
    label: "Design",
    rule: "Its name or its ID. Empty for the default design.",
    types: BOTH,
    isRequired: false,
    example: "",
    names: ["card design", "design id", "kartendesign"],
  },
  {
    key: "spendLimit",
    label: "Spend limit",
    rule: "An amount such as 500 or 500.50, in the card’s currency. Empty for 0.",
    types: BOTH,
    isRequired: false,
    example: "500",
    names: [
      "limit",
      "card limit",
      "credit limit",
      "opening balance",
      "spending limit",
      "kartenlimit",
      "ausgabenlimit",
    ],
  },
  {
    key: "expiryDate",
    label: "Expiry date",
    rule: "As YYYY-MM-DD, at least one month from today. Empty for three years.",
    types: BOTH,
    isRequired: false,
    example: "",
    names: [
      "expiry",
      "expires",
      "expiration date",
      "valid until",
      "valid to",
      "valid thru",
      "gültig bis",
      "ablaufdatum",
    ],
  },
] as const satisfies readonly (Omit<IssueColumn, "key"> & { key: string })[];

export type IssueColumnKey = (typeof COLUMNS)[number]["key"];

export const ISSUE_COLUMNS: readonly IssueColumn[] = COLUMNS;

/** Those that are often the same in all rows, so that a value for all of them can be given. */
export const DEFAULT_COLUMNS = [
  "customerType",
  "cardType",
  "design",
  "spendLimit",
  "expiryDate",
  "country",
  "dialCode",
] as const satisfies readonly IssueColumnKey[];

const KEY_OF_NAME = new Map(
  ISSUE_COLUMNS.flatMap(({ key, label, names }) =>
    [label, key, ...names].map((name) => [toName(name), key] as const),
  ),
);

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Numbers, amounts, dates, and phone numbers. */
const DIGITS = /^[+-]?[\d\s.,:/()-]*\d[\d\s.,:/()-]*$/;

/** Whether the first row has rather values than column names. */
export function isHeaderData(header: readonly string[]): boolean {
  const values = header.filter((text) => EMAIL.test(text.trim()) || DIGITS.test(text.trim()));
  const names = recognizeColumns(header).filter((key) => key !== null);
  return values.length > names.length;
}

/** For each header its column, by name; null for one that isn't known. Of two with the same name, the first counts. */
export function recognizeColumns(header: readonly string[]): (IssueColumnKey | null)[] {
  const used = new Set<IssueColumnKey>();
  return header.map((name) => {
    const key = KEY_OF_NAME.get(toName(name));
    if (!key || used.has(key)) return null;
    used.add(key);
    return key;
  });
}

/** The names of required columns that the file doesn’t have, without those that a value for all rows can give. */
export function missingColumns(mapping: readonly (IssueColumnKey | null)[]): string[] {
  const isFor = (type: CustomerType) =>
    ISSUE_COLUMNS.some(({ key, types }) => types.length === 1 && types[0] === type && mapping.includes(key));
  const type = isFor("Business") && !isFor("Consumer") ? "Business" : "Consumer";
  const given: readonly (IssueColumnKey | null)[] = [...mapping, ...DEFAULT_COLUMNS];
  return ISSUE_COLUMNS.filter(
    ({ key, types, isRequired }) => isRequired && types.includes(type) && !given.includes(key),
  ).map(({ label }) => label);
}

/** The positions of columns that are recognized, but whose values are not used. */
export function unusedColumns(
  header: readonly string[],
  mapping: readonly (IssueColumnKey | null)[],
): { index: number; label: string }[] {
  return recognizeColumns(header).flatMap((key, index) => {
    const column = ISSUE_COLUMNS.find((known) => known.key === key);
    return column && !mapping[index] && !mapping.includes(column.key) ? [{ index, label: column.label }] : [];
  });
}

/** “Preferred_cardName” and “preferred card name” are the same. */
function toName(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
