import { z } from "zod";
import { isAlpha3 } from "@/lib/domain/countries/countries";
import { phoneNumberProblem } from "@/lib/domain/countries/phone";
import { offendingInCardName } from "@/lib/domain/text/characters";
import { earliestExpiry, type IsoDate } from "@/lib/domain/time/calendar";
import { CardType } from "./card-type";
import { Email, IsoDateText, object, requiredText, text, without } from "./text";

export const CARD_NAME_MAX_CHARACTERS = 27;
export const PERSON_NAME_MAX_CHARACTERS = 20;
export const ADDRESS_MAX_CHARACTERS = 255;
export const CUSTOMER_TYPES = ["Consumer", "Business"] as const;
export const ENTITY_TYPES = ["personal", "company"] as const;

const CustomerType = z.enum(CUSTOMER_TYPES, { error: "must be Consumer or Business" });

export const CardName = requiredText({ max: CARD_NAME_MAX_CHARACTERS })
  .check(without(offendingInCardName))
  .meta({
    maxLength: CARD_NAME_MAX_CHARACTERS,
    description:
      "Name of the card, printed on a physical one. Unsupported: ; : ! ? < > ~ \\ % @ { } | [ ] ” _",
    examples: ["Office supplies"],
  });

export const Alpha3 = text()
  .refine(isAlpha3, { error: "must be an ISO 3166-1 alpha-3 code" })
  .meta({ description: "ISO 3166-1 alpha-3", examples: ["GBR"], pattern: "^[A-Z]{3}$" });

/** Sent for a missing second address line, because the issuer requires one. */
export const NO_LINE_2 = "none";

const addressLine = () => requiredText({ max: ADDRESS_MAX_CHARACTERS });

export const ResidentialAddress = object({
  idDocumentType: requiredText().meta({ description: "Government ID type, such as passport or national ID" }),
  idDocumentNumber: requiredText({ max: ADDRESS_MAX_CHARACTERS }),
  line1: addressLine(),
  line2: addressLine(),
  city: addressLine().meta({ description: "City or district" }),
  country: Alpha3,
  postalCode: text().optional(),
}).meta({ id: "ResidentialAddress" });

export const BusinessAddress = object({
  line1: requiredText(),
  line2: requiredText(),
  city: requiredText(),
  country: Alpha3,
  postalCode: text().optional(),
}).meta({ id: "BusinessOperationAddress" });

export const ConsumerKyc = object({
  firstName: requiredText({ max: PERSON_NAME_MAX_CHARACTERS }),
  lastName: requiredText({ max: PERSON_NAME_MAX_CHARACTERS }),
  dob: IsoDateText.meta({ description: "Date of birth, in the past" }),
  residentialAddress: ResidentialAddress,
}).meta({ id: "ConsumerKyc" });
export type ConsumerKyc = z.infer<typeof ConsumerKyc>;

export const BusinessKyc = object({
  fullName: requiredText().meta({ description: "Full legal name of the business" }),
  entityType: z.enum(ENTITY_TYPES, { error: "must be personal or company" }),
  businessRegistrationNumber: requiredText().meta({ description: "Legal registration number" }),
  businessOperationAddress: BusinessAddress,
}).meta({ id: "BusinessKyc" });
export type BusinessKyc = z.infer<typeof BusinessKyc>;

// Aborts, so that a wrong dial code doesn't also produce an error at the phone number.
export const DialCode = z
  .int({ error: "must be a numeric country dial code without a plus sign" })
  .min(1, { error: "must be a numeric country dial code without a plus sign", abort: true })
  .max(999, { error: "must be a country dial code of at most three digits", abort: true })
  .meta({ description: "Country dial code without plus", examples: [44] });

export const OtpPhoneNumber = object({ dialCode: DialCode, phoneNumber: requiredText() })
  .superRefine((phone, context) => {
    const message = phoneNumberProblem(phone);
    if (message) context.addIssue({ code: "custom", path: ["phoneNumber"], message });
  })
  .meta({ id: "OtpPhoneNumber", description: "Used for 3DS and wallet verification" });

export const Meta = object({
  id: requiredText().meta({ description: "Unique cardholder identifier; returned as externalCustomerId" }),
  otpPhoneNumber: OtpPhoneNumber,
  email: Email.nullish().meta({ description: "Used for authentication; recommended" }),
}).meta({ id: "Meta" });

export const SpendLimit = z
  .number({ error: "must be a number" })
  .min(0, { error: "must be at least 0" })
  .meta({ description: "Opening balance; equals the initial availableCredit" });

const cardFields = {
  kycApplicantId: requiredText().meta({ description: "Applicant id at the external KYC provider" }),
  cardType: CardType.meta({ description: "Use physical if a physical card may ever be shipped" }),
  preferredCardName: CardName,
  spendLimit: SpendLimit.optional(),
  expiryDate: IsoDateText.nullish().meta({
    description: "At least 1 month after creation; 3 years by default",
  }),
  meta: Meta,
  cardDesign: text().optional().meta({ description: "Id of an approved card design" }),
};

export const CreateCardRequest = z
  .discriminatedUnion(
    "customerType",
    [
      object({ ...cardFields, customerType: z.literal("Consumer"), kyc: ConsumerKyc }).meta({
        id: "CreateConsumerCardRequest",
      }),
      object({ ...cardFields, customerType: z.literal("Business"), kyc: BusinessKyc }).meta({
        id: "CreateBusinessCardRequest",
      }),
    ],
    {
      error: (issue) =>
        issue.code === "invalid_union" ? "must be Consumer or Business" : "must be a JSON object",
    },
  )
  .meta({ id: "CreateCardRequest" });
export type CreateCardRequest = z.infer<typeof CreateCardRequest>;

const BORN_TOO_LATE = "must be in the past";

/** Adds the rules that depend on the date. */
export function createCardRequest(today: IsoDate) {
  return CreateCardRequest.superRefine((request, context) => {
    if (request.expiryDate != null && request.expiryDate < earliestExpiry(today)) {
      context.addIssue({ code: "custom", path: ["expiryDate"], message: expiryTooSoon(today) });
    }
    if (request.customerType === "Consumer" && request.kyc.dob >= today) {
      context.addIssue({ code: "custom", path: ["kyc", "dob"], message: BORN_TOO_LATE });
    }
  });
}

/** The parts of the request that a person fills in one after another; together they are the whole request. */
export const CREATE_CARD_PARTS = ["customer", "kyc", "contact", "card"] as const;
export type CreateCardPart = (typeof CREATE_CARD_PARTS)[number];

/** By the first segment of the field's path. */
export const PART_OF_FIELD: Readonly<Record<string, CreateCardPart>> = {
  customerType: "customer",
  kycApplicantId: "customer",
  kyc: "kyc",
  meta: "contact",
  cardType: "card",
  preferredCardName: "card",
  cardDesign: "card",
  spendLimit: "card",
  expiryDate: "card",
};

/** Building a schema takes longer than using it, and a file has thousands of rows. */
const partSchemas = new Map<string, z.ZodType>();

/** Checks the date rules per field, so that they are reported even if other fields of the part are missing. */
export function createCardPart(part: CreateCardPart, customerType: string, today: IsoDate): z.ZodType {
  const key = `${part} ${customerType === "Business"} ${today}`;
  const schema = partSchemas.get(key) ?? buildPart(part, customerType, today);
  partSchemas.set(key, schema);
  return schema;
}

function buildPart(part: CreateCardPart, customerType: string, today: IsoDate): z.ZodType {
  const { kycApplicantId, meta, ...card } = cardFields;
  if (part === "customer") return object({ customerType: CustomerType, kycApplicantId });
  if (part === "contact") return object({ meta });
  if (part === "card") {
    const isLater = (date: IsoDate) => date >= earliestExpiry(today);
    return object({
      ...card,
      expiryDate: IsoDateText.refine(isLater, { error: expiryTooSoon(today) }).nullish(),
    });
  }
  if (customerType === "Business") return object({ kyc: BusinessKyc });
  const dob = IsoDateText.refine((date) => date < today, { error: BORN_TOO_LATE });
  return object({ kyc: ConsumerKyc.extend({ dob }) });
}

export function expiryTooSoon(today: IsoDate): string {
  return `must be at least 1 month from today: ${earliestExpiry(today)} or later`;
}

export function cardholderName(request: CreateCardRequest): string {
  if (request.customerType === "Business") return request.kyc.fullName;
  return `${request.kyc.firstName} ${request.kyc.lastName}`;
}
