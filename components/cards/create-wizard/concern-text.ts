import type { IssueConcern } from "@/lib/contract/issue-concerns";

export const NO_CREDIT_TEXT = "opens with 0.00 available and declines every purchase";

/** Shown in the review and in the prompt before the card is issued. */
export function concernText(concern: IssueConcern): string {
  if (concern.is === "no-credit") return `Without a spend limit, the card ${NO_CREDIT_TEXT}.`;
  if (concern.is === "unchecked-customer")
    return `We couldn’t check who customer ID ${concern.customerId} belongs to. If it belongs to another customer, the card will be listed with their cards.`;
  const { holder, customer } = concern;
  return `The card is for ${holder}, but customer ID ${customer.id} belongs to ${customer.name}. The card would be listed with ${customer.name}’s cards.`;
}
