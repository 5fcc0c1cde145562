import type { AuditOutcome } from "./audit-log";

/** One thing that was done to a card here, or found to have been done elsewhere. */
export type CardEvent = {
  seq: number;
  at: string;
  action: string;
  /** Null for what this dashboard found out by itself. */
  actor: string | null;
  outcome: AuditOutcome;
  message: string | null;
  durationMs: number | null;
  /** It failed without an answer that tells whether the issuer carried it out. */
  isInDoubt: boolean;
  /** What the person gave as a reason. */
  reason: string | null;
  /** Which renewal was asked for. */
  renewOption: string | null;
  before: CardState | null;
  after: CardState | null;
};

export type CardState = { status: string | null; lastFour: string | null };

/** A change to a card of which nobody knows yet whether it happened. */
export type OpenOperation = {
  id: string;
  action: string;
  person: string;
  begunAt: string;
  /** The issuer's records could not tell: a person has to look. */
  needsManualResolution: boolean;
  /** What was sent can't be opened any more, so the records can't be searched for it. */
  isEvidenceUnreadable: boolean;
};
