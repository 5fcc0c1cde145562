import type { AuditOutcome } from "@/lib/domain/people/audit-log";

/** An action in Cardwell, or a change detected elsewhere. */
export type CardEvent = {
  seq: number;
  at: string;
  action: string;
  /** Null for a change that Cardwell detected. */
  actor: string | null;
  outcome: AuditOutcome;
  message: string | null;
  durationMs: number | null;
  /** It failed, and the response doesn't show whether the issuer carried it out. */
  isOutcomeUncertain: boolean;
  reason: string | null;
  renewOption: string | null;
  /** The bulk run that did it, for who may see runs. */
  runId: string | null;
  before: CardState | null;
  after: CardState | null;
};

export type CardState = { status: string | null; lastFour: string | null };

/** An operation with an unknown outcome. */
export type OpenOperation = {
  id: string;
  action: string;
  person: string;
  startedAt: string;
  /** The issuer's records don't show the outcome. */
  needsManualResolution: boolean;
  /** The stored request can't be decrypted, so the issuer's records can't be searched for it. */
  isEvidenceUnreadable: boolean;
};
