import { defaultExpiry, type IsoDate } from "@/lib/domain/time/calendar";

type SameOrNew = "same" | "new";

export type RenewalConsequence = {
  cardNumber: SameOrNew;
  expiry: "same" | "three-years" | "custom";
  cvv: SameOrNew;
  /** Whether the holder can still use the old card or number. */
  oldCardWorks: boolean;
  useCase: "Damaged card" | "Extend expiry" | "Fraud";
};

export const RENEWAL_OPTIONS = {
  IDENTICAL_TO_THE_CURRENT_CARD: {
    cardNumber: "same",
    expiry: "same",
    cvv: "same",
    oldCardWorks: true,
    useCase: "Damaged card",
  },
  CALCULATE_NEW_EXPIRY_DATE: {
    cardNumber: "same",
    expiry: "three-years",
    cvv: "new",
    oldCardWorks: false,
    useCase: "Extend expiry",
  },
  NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE: {
    cardNumber: "new",
    expiry: "same",
    cvv: "new",
    oldCardWorks: false,
    useCase: "Fraud",
  },
  NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE: {
    cardNumber: "new",
    expiry: "three-years",
    cvv: "new",
    oldCardWorks: false,
    useCase: "Fraud",
  },
  SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: {
    cardNumber: "same",
    expiry: "custom",
    cvv: "new",
    oldCardWorks: false,
    useCase: "Extend expiry",
  },
  NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: {
    cardNumber: "new",
    expiry: "custom",
    cvv: "new",
    oldCardWorks: false,
    useCase: "Fraud",
  },
} as const satisfies Record<string, RenewalConsequence>;

export type RenewOption = keyof typeof RENEWAL_OPTIONS;

export const RENEW_OPTIONS = Object.keys(RENEWAL_OPTIONS) as [RenewOption, ...RenewOption[]];
export const DEFAULT_RENEW_OPTION: RenewOption = "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE";

/** The recommended option for each reason. */
export const REISSUE_CAUSE_OPTIONS = {
  damaged: "IDENTICAL_TO_THE_CURRENT_CARD",
  lost: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE",
  stolen: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE",
  fraud: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE",
  expiring: "CALCULATE_NEW_EXPIRY_DATE",
  "first shipment": "IDENTICAL_TO_THE_CURRENT_CARD",
} as const satisfies Record<string, RenewOption>;

export type ReissueCause = keyof typeof REISSUE_CAUSE_OPTIONS;

export const REISSUE_CAUSES = Object.keys(REISSUE_CAUSE_OPTIONS) as [ReissueCause, ...ReissueCause[]];

/** Only physical cards are shipped. */
export function reissueCauses({ isPhysical }: { isPhysical: boolean }): ReissueCause[] {
  return REISSUE_CAUSES.filter((cause) => isPhysical || cause !== "first shipment");
}

/** Someone else may have the card's data, so the old credentials must stop working. */
export function isCompromised(cause: ReissueCause): boolean {
  return cause === "lost" || cause === "stolen" || cause === "fraud";
}

export function needsCustomExpiry(option: RenewOption): boolean {
  return RENEWAL_OPTIONS[option].expiry === "custom";
}

/** The card's expiry date after a reissue on `today`. */
export function renewedExpiry(
  option: RenewOption,
  dates: { today: IsoDate; current: IsoDate; custom: IsoDate | undefined },
): IsoDate {
  const { expiry } = RENEWAL_OPTIONS[option];
  if (expiry === "three-years") return defaultExpiry(dates.today);
  if (expiry === "custom") return dates.custom ?? dates.current;
  return dates.current;
}
