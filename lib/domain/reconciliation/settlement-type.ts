/** The reports that say what was settled. */
export const SETTLEMENT_TYPES = ["daily", "monthly"] as const;
export type SettlementType = (typeof SETTLEMENT_TYPES)[number];
