import type { Customer } from "@/lib/domain/cards/customer";
import { foldText } from "@/lib/domain/cards/search-text";
import { type CardApplication, holderOf, toCreateRequest } from "./card-application";

/** What the issuer accepts but a person rarely intends. */
export type IssueConcern =
  | { is: "other-customer"; holder: string; customer: Pick<Customer, "id" | "name"> }
  | { is: "unchecked-customer"; customerId: string }
  | { is: "no-credit" };

/**
 * What needs confirmation before the card is issued. `customer` holds the cards with the same customer ID, or is
 * "unchecked" if that couldn't be read.
 */
export function issueConcerns(
  application: CardApplication,
  customer: Customer | "unchecked" | null,
): IssueConcern[] {
  const holder = holderOf(application);
  const concerns: IssueConcern[] = [];
  if (customer === "unchecked")
    concerns.push({ is: "unchecked-customer", customerId: application.meta.id.trim() });
  else if (customer && !isNameOf(customer, holder)) concerns.push({ is: "other-customer", holder, customer });
  if (opensWithoutCredit(application)) concerns.push({ is: "no-credit" });
  return concerns;
}

/** The spend limit is the opening balance, so an empty one means a balance of 0. */
export function opensWithoutCredit(application: CardApplication): boolean {
  return (toCreateRequest(application).spendLimit ?? 0) === 0;
}

function isNameOf({ name, otherNames }: Customer, holder: string): boolean {
  return [name, ...otherNames].some((known) => foldText(known.trim()) === foldText(holder.trim()));
}
