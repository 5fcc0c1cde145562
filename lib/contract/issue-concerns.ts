import { foldText } from "@/lib/domain/cards/search-text";
import { foldForm } from "@/lib/domain/text/fold-text";
import { type CardApplication, holderOf, toCreateRequest } from "./card-application";
import type { CreateCardRequest } from "./create-card";

/** What earlier cards say about a customer ID. */
export type KnownCustomer = {
  id: string;
  /** Of the first card. */
  name: string;
  otherNames: readonly string[];
  /** Null if the last card in this name was issued elsewhere, or the person may not know it. */
  kycApplicantId: string | null;
};

/** Whom a card is for. */
export type CardHolder = { name: string; customerId: string; kycApplicantId: string };

export type CustomerConcern =
  | { is: "other-customer"; holder: string; customer: KnownCustomer }
  | { is: "other-applicant"; kycApplicantId: string; customer: KnownCustomer };

/** What the issuer accepts but a person rarely intends. */
export type IssueConcern =
  | CustomerConcern
  | { is: "unchecked-customer"; customerId: string }
  | { is: "no-credit" };

/**
 * What needs confirmation before the card is issued. `customer` is known from the cards with the same customer ID, or
 * is "unchecked" if they couldn't be read.
 */
export function issueConcerns(
  application: CardApplication,
  customer: KnownCustomer | "unchecked" | null,
): IssueConcern[] {
  const { meta, kycApplicantId } = application;
  const customerId = meta.id.trim();
  const concerns: IssueConcern[] = [];
  const holder = { name: holderOf(application), customerId, kycApplicantId };
  if (customer === "unchecked") concerns.push({ is: "unchecked-customer", customerId });
  else if (customer) concerns.push(...customerConcerns(holder, customer));
  if (opensWithoutCredit(application)) concerns.push({ is: "no-credit" });
  return concerns;
}

/** The rules for every card, however it is issued: one customer ID is one customer, with one applicant. */
export function customerConcerns(holder: CardHolder, customer: KnownCustomer): CustomerConcern[] {
  const name = foldName(holder.name);
  if (name !== "" && ![customer.name, ...customer.otherNames].some((known) => foldName(known) === name))
    return [{ is: "other-customer", holder: holder.name, customer }];
  const kycApplicantId = holder.kycApplicantId.trim();
  const isOther = kycApplicantId !== "" && (customer.kycApplicantId ?? kycApplicantId) !== kycApplicantId;
  return isOther ? [{ is: "other-applicant", kycApplicantId, customer }] : [];
}

/** The spend limit is the opening balance, so an empty one means a balance of 0. */
export function opensWithoutCredit(application: CardApplication): boolean {
  return (toCreateRequest(application).spendLimit ?? 0) === 0;
}

export function holderOfRequest(request: CreateCardRequest): CardHolder {
  const name =
    request.customerType === "Business"
      ? request.kyc.fullName
      : `${request.kyc.firstName} ${request.kyc.lastName}`.trim();
  return { name, customerId: request.meta.id, kycApplicantId: request.kycApplicantId };
}

export const NO_CREDIT_TEXT = "opens with 0.00 available and declines every purchase";

/** Shown wherever a card is reviewed, confirmed, or approved. */
export function concernText(concern: IssueConcern): string {
  if (concern.is === "no-credit") return `Without a spend limit, the card ${NO_CREDIT_TEXT}.`;
  if (concern.is === "unchecked-customer")
    return `We couldn’t check who customer ID ${concern.customerId} belongs to. If it belongs to another customer, the card will be listed with their cards.`;
  const { name, id, kycApplicantId } = concern.customer;
  if (concern.is === "other-applicant")
    return `${name}, customer ID ${id}, has KYC applicant ${kycApplicantId}, but this card names ${concern.kycApplicantId}. One customer would have two applicants.`;
  return `The card is for ${concern.holder}, but customer ID ${id} belongs to ${name}. The card would be listed with ${name}’s cards.`;
}

function foldName(name: string): string {
  return foldText(foldForm(name));
}
