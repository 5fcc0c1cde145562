import { maskCardSecretsInId } from "./card-secrets";

const MASKED_NUMBER = /•••• (\d{4})(?: •••)?/g;

/** Begins like a large scheme's number: without its last digits, or with a wrong one, it still gives the card away. */
const UNFINISHED_NUMBER = /^(?=4|5[1-5]|2[2-7]|3[4-7]|6)\d(?:[ -]?\d){12,15}$/;

/** The text to search for in place of what was typed: a card number becomes its last four digits. */
export function searchByLastFour(typed: string): string {
  const masked = maskCardSecretsInId(typed);
  // What was typed may itself be a masked id, which is searched for as it is.
  const searched = masked === typed ? typed : masked.replace(MASKED_NUMBER, "$1");
  return UNFINISHED_NUMBER.test(searched.trim()) ? searched.replace(/\D/g, "").slice(-4) : searched;
}
