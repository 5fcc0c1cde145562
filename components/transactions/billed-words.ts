import type { KnownTransactionStatus } from "@/lib/contract/transaction";

const WORDS = {
  PENDING: "To be billed",
  CLEARED: "Billed",
  DECLINED: "Not billed",
  REVERSED: "Reversed before billing",
  REFUNDED: "Billed, then refunded",
} as const satisfies Record<KnownTransactionStatus, string>;

/** What became of the billed amount. Of a status that has no meaning to us, nothing is claimed. */
export function billedWords(status: string): string {
  return Object.hasOwn(WORDS, status) ? WORDS[status as KnownTransactionStatus] : "Billing amount";
}

/** Money that was not taken, or came back. */
export function isMutedStatus(status: string): boolean {
  return status === "DECLINED" || status === "REVERSED";
}

/** What the merchant did: nothing was charged where the purchase was declined. */
export function merchantWords(status: string): string {
  return status === "DECLINED" ? "Merchant requested" : "Merchant charged";
}
