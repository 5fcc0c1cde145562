export const TRANSACTION_STEPS = ["clear", "reverse", "refund"] as const;
export type TransactionStep = (typeof TRANSACTION_STEPS)[number];

/** The possible next steps of a transaction. */
export function stepsFrom(status: string): readonly TransactionStep[] {
  if (status === "PENDING") return ["clear", "reverse"];
  return status === "CLEARED" ? ["refund"] : [];
}
