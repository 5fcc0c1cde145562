import type { KnownTransactionStatus } from "@/lib/contract/transaction";

const WORDS = {
  PENDING: "is to be billed",
  CLEARED: "was billed",
  DECLINED: "would have been billed",
  REVERSED: "was to be billed, then it was reversed",
  REFUNDED: "was billed, then it was refunded",
} as const satisfies Record<KnownTransactionStatus, string>;

/** What became of the billed amount. Of a status that has no meaning to us, nothing is claimed. */
export function billedWords(status: string): string {
  return Object.hasOwn(WORDS, status) ? WORDS[status as KnownTransactionStatus] : "billed";
}

/** Money that was not taken, or came back. */
export function isMutedStatus(status: string): boolean {
  return status === "DECLINED" || status === "REVERSED";
}
