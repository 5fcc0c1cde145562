export const NEW_CARD_PATH = "/cards/new";

type Start = { customer?: string; like?: string; design?: string };

/** Opens the wizard prefilled with a customer, a template card or a design. */
export function newCardHref(start: Start): string {
  return `${NEW_CARD_PATH}?${new URLSearchParams(start)}`;
}
