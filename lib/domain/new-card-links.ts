export const NEW_CARD_PATH = "/cards/new";

type Start = { customer?: string; like?: string; design?: string };

/** The wizard, with what is known already: whom the card is for, which card it should be like, which design. */
export function newCardHref(start: Start): string {
  return `${NEW_CARD_PATH}?${new URLSearchParams(start)}`;
}
