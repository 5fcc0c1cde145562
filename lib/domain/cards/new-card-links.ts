export const NEW_CARD_PATH = "/cards/new";

/** Set when the page is left during a save: the draft's ID and the version that the save is based on. */
export const DRAFT_BEING_SAVED_COOKIE = "cardwell-draft-being-saved";

type Prefill = {
  customer?: string;
  /** The ID of the template card. */
  template?: string;
  design?: string;
};

/** Opens the wizard prefilled with a customer, a template card or a design. */
export function newCardHref({ template, ...prefill }: Prefill): string {
  const parameters = new URLSearchParams(prefill);
  if (template !== undefined) parameters.set("like", template);
  return `${NEW_CARD_PATH}?${parameters}`;
}
