/** The reasons we offer; the issuer accepts any text. */
export const BLOCK_REASONS = [
  "lost",
  "stolen",
  "fraud suspected",
  "never arrived",
  "account closed",
] as const;

export type BlockReason = (typeof BLOCK_REASONS)[number];

/** Only a physical card can get lost in the mail. */
export function blockReasonsFor(cardType: string): readonly BlockReason[] {
  return BLOCK_REASONS.filter((reason) => reason !== "never arrived" || cardType !== "virtual");
}

export const BLOCK_REASON_MAX_CHARACTERS = 255;

/** "fraud suspected", "FRAUD_SUSPECTED", "Suspected Fraud": the issuer then rejects a freeze with 400/59. */
export function isFraudReason(reason: string): boolean {
  return /fraud/i.test(reason);
}

/**
 * "account closed", "ACCOUNT_CLOSED": the customer needs no replacement. With any other reason, including free text,
 * they probably do. PostgreSQL uses this pattern too.
 */
export const NO_REPLACEMENT_PATTERN = "account[ _-]*closed";
