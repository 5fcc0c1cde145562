import {
  isCompromised,
  RENEWAL_OPTIONS,
  type ReissueCause,
  type RenewalConsequence,
  type RenewOption,
} from "@/lib/domain/cards/renewal";

export const RENEW_OPTION_LABELS = {
  IDENTICAL_TO_THE_CURRENT_CARD: "Identical card",
  CALCULATE_NEW_EXPIRY_DATE: "Same number, new expiry",
  NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE: "New number, same expiry",
  NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE: "New number, new expiry",
  SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: "Same number, custom expiry",
  NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: "New number, custom expiry",
} as const satisfies Record<RenewOption, string>;

export const EXPIRY_LABELS = {
  same: "Same",
  "three-years": "In 3 years",
  custom: "Custom",
} as const satisfies Record<RenewalConsequence["expiry"], string>;

export const CAUSE_LABELS = {
  damaged: "Damaged",
  lost: "Lost",
  stolen: "Stolen",
  fraud: "Fraud",
  expiring: "Expiring",
  "first shipment": "First shipment",
} as const satisfies Record<ReissueCause, string>;

/** Warns if the option leaves a lost or stolen card usable. */
export function compromiseWarning(option: RenewOption, cause: ReissueCause | null): string | null {
  const { cardNumber, oldCardWorks } = RENEWAL_OPTIONS[option];
  if (cause === null || !isCompromised(cause) || cardNumber === "new") return null;
  const risk = oldCardWorks
    ? "Anyone who has the old card can use it again once it’s unfrozen."
    : "The number stays the same, so anyone who has the old card can still read it.";
  return `${risk} A new number is safer.`;
}

export function renewOptionLabel(option: string): string {
  return Object.hasOwn(RENEW_OPTION_LABELS, option) ? RENEW_OPTION_LABELS[option as RenewOption] : option;
}
