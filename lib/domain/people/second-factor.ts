import type { FactorRule } from "./factor-policy";

/** A passkey or an authenticator app. Times are ISO 8601. */
export type FactorItem = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

export type OwnSecondFactor = {
  passkeys: FactorItem[];
  authenticators: FactorItem[];
  recoveryCodesLeft: number;
  /** Of the person's role. */
  rule: FactorRule;
  site: { works: true; origin: string } | { works: false; reason: string };
  /** This browser, as a first name for a passkey. */
  suggestedName: string;
};
