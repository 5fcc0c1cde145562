import { maskCardSecretsInId } from "./card-secrets";

const MASKED_NUMBER = /•••• (\d{4})(?: •••)?/g;

/** Starts like a large scheme's number: even incomplete or mistyped, it reveals the card. */
const INCOMPLETE_NUMBER = /^(?=4|5[1-5]|2[2-7]|3[4-7]|6)\d(?:[ -]?\d){12,15}$/;

/** Replaces a card number with its last four digits. */
export function searchByLastFour(typed: string): string {
  const masked = maskCardSecretsInId(typed);
  // The text may be a masked ID, which stays unchanged.
  const searched = masked === typed ? typed : masked.replace(MASKED_NUMBER, "$1");
  return INCOMPLETE_NUMBER.test(searched.trim()) ? searched.replace(/\D/g, "").slice(-4) : searched;
}
