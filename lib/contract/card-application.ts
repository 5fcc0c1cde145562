import { z } from "zod";
import type { IsoDate } from "@/lib/domain/calendar";
import { amountQuestion, toPlainDecimal } from "@/lib/domain/typed-amount";
import { CARD_TYPES } from "./card";
import { cardNumberErrors } from "./card-numbers";
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

/** More than any field takes, so that what is too long is still kept and can be put right. */
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
 * A request as far as somebody has typed it: every field is there, right or wrong, and bears the name that it has
 * in the request, so that a refusal of the issuer finds its field.
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

/** What would be sent: only what this kind of customer needs, and nothing of what may be left empty. */
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

/** Checked before, part by part. */
export function checkedCreateRequest(application: CardApplication): CreateCardRequest {
  return CreateCardRequest.parse(toCreateRequest(application));
}

/** What the issuer or we would refuse of one part, by field; empty when it may be sent. */
export function checkPart(
  part: CreateCardPart,
  application: CardApplication,
  today: IsoDate,
): Record<string, string> {
  const schema = createCardPart(part, application.customerType, today);
  const request = toCreateRequest(application);
  const checked = schema.safeParse(request);
  const problems: Record<string, string> = checked.success ? {} : fieldErrors(checked.error);
  const question = amountQuestion(application.spendLimit);
  if (problems.spendLimit && question) problems.spendLimit = question;
  const cardNumbers = Object.entries(cardNumberErrors(request)).filter(([path]) => partOfPath(path) === part);
  return { ...problems, ...Object.fromEntries(cardNumbers) };
}

export function checkApplication(application: CardApplication, today: IsoDate): Record<string, string> {
  return Object.assign({}, ...CREATE_CARD_PARTS.map((part) => checkPart(part, application, today)));
}

/** The first part that the issuer would not take yet; null when it would take all. */
export function firstInvalidPart(application: CardApplication, today: IsoDate): CreateCardPart | null {
  return CREATE_CARD_PARTS.find((part) => !isEmpty(checkPart(part, application, today))) ?? null;
}

/** The part of a field that was named by its path; null for what has no field. */
export function partOfPath(path: string): CreateCardPart | null {
  const [name = ""] = path.split(".");
  return Object.hasOwn(PART_OF_FIELD, name) ? (PART_OF_FIELD[name] ?? null) : null;
}

/** The cardholder's name as far as it is typed. */
export function holderOf({ customerType, kyc }: CardApplication): string {
  return customerType === "Business" ? kyc.fullName : `${kyc.firstName} ${kyc.lastName}`.trim();
}

/** Another card for the same customer: nothing of the card, nor of the person who holds a company's first one. */
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

/** The same card for another holder: nothing of the holder. */
export function likeSameCard({
  kycApplicantId: _,
  kyc: __,
  meta: ___,
  ...rest
}: CardApplication): CardApplication {
  return { ...EMPTY_APPLICATION, ...rest };
}

/** As it will be sent, for the fields to show: without the spaces that pasting brings, and a plain amount. */
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

/** NaN for what is no number. */
function toNumber(text: string): number {
  const decimal = toPlainDecimal(text);
  if (decimal !== null) return Number(decimal);
  return WITH_EXPONENT.test(text.trim()) ? Number(text) : Number.NaN;
}

function isEmpty(fields: Record<string, string>): boolean {
  return Object.keys(fields).length === 0;
}
