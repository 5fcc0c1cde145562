/** The codes we offer; the issuer takes any text. */
export const BLOCK_REASONS = [
  "lost",
  "stolen",
  "fraud suspected",
  "never arrived",
  "account closed",
] as const;

export const BLOCK_REASON_MAX_CHARACTERS = 255;

/** "fraud suspected", "FRAUD_SUSPECTED", "Suspected Fraud": a card so blocked refuses a freeze with 400/59. */
export function isFraudReason(reason: string): boolean {
  return /fraud/i.test(reason);
}

/**
 * "account closed", "ACCOUNT_CLOSED": the customer has left, so a new card would be a mistake. Every other reason ends
 * a card that its holder still needs, and of free text nobody knows better. PostgreSQL reads this pattern as well.
 */
export const NO_REPLACEMENT_PATTERN = "account[ _-]*closed";
