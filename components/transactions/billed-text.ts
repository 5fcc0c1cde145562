import type { KnownTransactionStatus } from "@/lib/contract/transaction";

const BILLED_TEXT = {
  PENDING: "To be billed",
  CLEARED: "Billed",
  DECLINED: "Not billed",
  REVERSED: "Reversed before billing",
  REFUNDED: "Billed, then refunded",
} as const satisfies Record<KnownTransactionStatus, string>;

/** Neutral for an unknown status. */
export function billedText(status: string): string {
  return Object.hasOwn(BILLED_TEXT, status)
    ? BILLED_TEXT[status as KnownTransactionStatus]
    : "Billing amount";
}

/** Declined or reversed: no money was charged. */
export function isMutedStatus(status: string): boolean {
  return status === "DECLINED" || status === "REVERSED";
}

/** A declined purchase was requested but not charged. */
export function merchantText(status: string): string {
  return status === "DECLINED" ? "Merchant requested" : "Merchant charged";
}
