import type { IsoDate } from "@/lib/domain/time/calendar";
import type { StoredCard } from "@/sandbox/store/records";

export const DECLINE_REASONS = {
  R1: "the card is frozen",
  R2: "the available credit does not cover the amount",
  R3: "the card has expired",
  R4: "the card's credentials were replaced by a reissue",
  R8: "the card is blocked",
} as const;

export type DeclineCode = keyof typeof DECLINE_REASONS;

/** Null if the purchase is approved; the most serious reason takes precedence. */
export function declineCode(
  card: StoredCard,
  purchase: { billAmount: number; credentialsVersion: number; today: IsoDate },
): DeclineCode | null {
  if (card.status === "BLOCKED") return "R8";
  if (card.status === "FROZEN") return "R1";
  if (purchase.credentialsVersion !== card.credentialsVersion) return "R4";
  if (purchase.today > card.expiryDate) return "R3";
  if (purchase.billAmount > card.availableCredit) return "R2";
  return null;
}
