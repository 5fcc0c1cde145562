import { z } from "zod";
import { amountQuestion, toPlainDecimal } from "@/lib/domain/money/typed-amount";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { cardNumberErrors } from "./card-numbers";
import { CARD_TYPES } from "./card-type";
import {
  CREATE_CARD_PARTS,
  type CreateCardPart,
  CreateCardRequest,
  CUSTOMER_TYPES,
  createCardPart,
  ENTITY_TYPES,
  PART_OF_FIELD,
} from "./create-card";
import { fieldErrors } from "./error";

/** More than any field accepts, so that a text that is too long is still saved and can be corrected. */
const MAX_TYPED_CHARACTERS = 10_000;
const typed = () => z.string().max(MAX_TYPED_CHARACTERS);

const Address = z.object({
  line1: typed(),
  line2: typed(),
  city: typed(),
  country: typed(),
  postalCode: typed(),
});

/**
 * A card request as typed so far: every field exists, valid or not, and has the same name as in the request, so that
 * the issuer's errors can be shown at their fields.
 */
export const CardApplication = z.object({
  customerType: z.enum(["", ...CUSTOMER_TYPES]),
  kycApplicantId: typed(),
  kyc: z.object({
    firstName: typed(),
    lastName: typed(),
    dob: typed(),
    residentialAddress: Address.extend({ idDocumentType: typed(), idDocumentNumber: typed() }),
    fullName: typed(),
    entityType: z.enum(["", ...ENTITY_TYPES]),
    businessRegistrationNumber: typed(),
    businessOperationAddress: Address,
  }),
  meta: z.object({
    id: typed(),
    otpPhoneNumber: z.object({ dialCode: z.number().nullable(), phoneNumber: typed() }),
    email: typed(),
  }),
  cardType: z.enum(["", ...CARD_TYPES]),
  preferredCardName: typed(),
  cardDesign: typed(),
  spendLimit: typed(),
  expiryDate: typed(),
});
export type CardApplication = z.infer<typeof CardApplication>;

const NO_ADDRESS = { line1: "", line2: "", city: "", country: "", postalCode: "" };

export const EMPTY_APPLICATION: CardApplication = {
  customerType: "",
  kycApplicantId: "",
  kyc: {
    firstName: "",
    lastName: "",
    dob: "",
    residentialAddress: { ...NO_ADDRESS, idDocumentType: "", idDocumentNumber: "" },
    fullName: "",
    entityType: "",
    businessRegistrationNumber: "",
    businessOperationAddress: NO_ADDRESS,
  },
  meta: { id: "", otpPhoneNumber: { dialCode: null, phoneNumber: "" }, email: "" },
  cardType: "",
  preferredCardName: "",
  cardDesign: "",
  spendLimit: "",
  expiryDate: "",
};

/** Only the fields of this customer type, without empty optional fields. */
export function toCreateRequest(application: CardApplication) {
  const { spendLimit, expiryDate, cardDesign, kyc, meta, ...rest } = application;
  const { email, ...contact } = meta;
  return {
    ...rest,
    kyc: application.customerType === "Business" ? businessKyc(kyc) : consumerKyc(kyc),
    meta: { ...contact, ...filled({ email }) },
    ...filled({ cardDesign, expiryDate }),
    ...(spendLimit.trim() === "" ? {} : { spendLimit: toNumber(spendLimit) }),
  };
}

/** Callers must have checked all parts. */
export function checkedCreateRequest(application: CardApplication): CreateCardRequest {
  return CreateCardRequest.parse(toCreateRequest(application));
}

/** The problems of one part, by field; empty if it is valid. */
export function checkPart(
  part: CreateCardPart,
  application: CardApplication,
  today: IsoDate,
): Record<string, string> {
  const request = toCreateRequest(application);
  const cardNumbers = Object.entries(cardNumberErrors(request)).filter(([path]) => partOfPath(path) === part);
  return { ...checkFields(part, application, request, today), ...Object.fromEntries(cardNumbers) };
}

export function checkApplication(application: CardApplication, today: IsoDate): Record<string, string> {
  const request = toCreateRequest(application);
  const parts = CREATE_CARD_PARTS.map((part) => checkFields(part, application, request, today));
  return Object.assign({}, ...parts, cardNumberErrors(request));
}

function checkFields(
  part: CreateCardPart,
  { customerType, spendLimit }: CardApplication,
  request: ReturnType<typeof toCreateRequest>,
  today: IsoDate,
): Record<string, string> {
  const checked = createCardPart(part, customerType, today).safeParse(request);
  const problems: Record<string, string> = checked.success ? {} : fieldErrors(checked.error);
  const question = amountQuestion(spendLimit);
  if (problems.spendLimit && question) problems.spendLimit = question;
  return problems;
}

/** Null if all parts are valid. */
export function firstInvalidPart(application: CardApplication, today: IsoDate): CreateCardPart | null {
  return CREATE_CARD_PARTS.find((part) => !isEmpty(checkPart(part, application, today))) ?? null;
}

/** Null if the path has no field. */
export function partOfPath(path: string): CreateCardPart | null {
  const [name = ""] = path.split(".");
  return Object.hasOwn(PART_OF_FIELD, name) ? (PART_OF_FIELD[name] ?? null) : null;
}

export function holderOf({ customerType, kyc }: CardApplication): string {
  return customerType === "Business" ? kyc.fullName : `${kyc.firstName} ${kyc.lastName}`.trim();
}

/** Without the card's fields and, for a company, without the first cardholder's contact data. */
export function forSameCustomer({
  customerType,
  kycApplicantId,
  kyc,
  meta,
}: CardApplication): CardApplication {
  const company = { customerType, kycApplicantId, kyc };
  if (customerType !== "Business") return { ...EMPTY_APPLICATION, ...company, meta };
  const { dialCode } = meta.otpPhoneNumber;
  return {
    ...EMPTY_APPLICATION,
    ...company,
    meta: { id: meta.id, otpPhoneNumber: { dialCode, phoneNumber: "" }, email: "" },
  };
}

/** Without the holder's fields. */
export function forOtherHolder({
  kycApplicantId: _,
  kyc: __,
  meta: ___,
  ...rest
}: CardApplication): CardApplication {
  return { ...EMPTY_APPLICATION, ...rest };
}

/** Shows the values as they will be sent: trimmed, and the amount as a plain decimal. */
export function tidyApplication(application: CardApplication): CardApplication {
  const trimmed = trimTexts(application);
  return { ...trimmed, spendLimit: toPlainDecimal(trimmed.spendLimit) ?? trimmed.spendLimit };
}

function trimTexts<Value>(value: Value): Value {
  if (typeof value === "string") return value.trim() as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimTexts(inner)])) as Value;
}

function consumerKyc({ firstName, lastName, dob, residentialAddress }: CardApplication["kyc"]) {
  return { firstName, lastName, dob, residentialAddress: withoutEmptyPostalCode(residentialAddress) };
}

function businessKyc(kyc: CardApplication["kyc"]) {
  const { fullName, entityType, businessRegistrationNumber, businessOperationAddress } = kyc;
  return {
    fullName,
    entityType,
    businessRegistrationNumber,
    businessOperationAddress: withoutEmptyPostalCode(businessOperationAddress),
  };
}

function withoutEmptyPostalCode<Fields extends { postalCode: string }>({ postalCode, ...rest }: Fields) {
  return { ...rest, ...filled({ postalCode }) };
}

function filled<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== "")) as Partial<Fields>;
}

const WITH_EXPONENT = /^[-+]?(\d+\.?\d*|\.\d+)e[-+]?\d+$/i;

/** NaN if the text is not a number. */
function toNumber(text: string): number {
  const decimal = toPlainDecimal(text);
  if (decimal !== null) return Number(decimal);
  return WITH_EXPONENT.test(text.trim()) ? Number(text) : Number.NaN;
}

function isEmpty(fields: Record<string, string>): boolean {
  return Object.keys(fields).length === 0;
}
