import type { ReissueCause, RenewalConsequence, RenewOption } from "@/lib/domain/renewal";

export const RENEW_OPTION_WORDS = {
  IDENTICAL_TO_THE_CURRENT_CARD: "The same card again",
  CALCULATE_NEW_EXPIRY_DATE: "Same number, new expiry",
  NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE: "New number, same expiry",
  NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE: "New number, new expiry",
  SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: "Same number, chosen expiry",
  NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: "New number, chosen expiry",
} as const satisfies Record<RenewOption, string>;

export const EXPIRY_WORDS = {
  same: "Same",
  "three-years": "In 3 years",
  custom: "Your choice",
} as const satisfies Record<RenewalConsequence["expiry"], string>;

export const CAUSE_WORDS = {
  damaged: "Damaged",
  lost: "Lost",
  stolen: "Stolen",
  fraud: "Fraud",
  expiring: "Expiring",
  "first shipment": "First shipment",
} as const satisfies Record<ReissueCause, string>;

export function renewOptionWords(option: string): string {
  return Object.hasOwn(RENEW_OPTION_WORDS, option) ? RENEW_OPTION_WORDS[option as RenewOption] : option;
}
