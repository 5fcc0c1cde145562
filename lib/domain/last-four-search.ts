import { maskCardSecretsInId } from "./card-secrets";

const MASKED_NUMBER = /•••• (\d{4})(?: •••)?/g;

/** All but the last digits of a 16-digit number still give the card away, and so does one wrong digit. */
const UNFINISHED_NUMBER = /^[2-6](?:[ -]?\d){12,15}$/;

/** The text to search for in place of what was typed: a card number becomes its last four digits. */
export function searchByLastFour(typed: string): string {
  const searched = maskCardSecretsInId(typed).replace(MASKED_NUMBER, "$1");
  return UNFINISHED_NUMBER.test(searched.trim()) ? searched.replace(/\D/g, "").slice(-4) : searched;
}
