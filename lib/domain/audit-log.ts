export const AUDIT_OUTCOMES = ["begun", "succeeded", "failed", "unknown", "denied"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** An action as the list shows it. */
export type AuditListRow = {
  seq: number;
  at: string;
  actor: string | null;
  action: string;
  target: string | null;
  outcome: AuditOutcome;
  message: string | null;
  durationMs: number | null;
};

/** An action whole. */
export type AuditDetail = {
  seq: number;
  at: string;
  /** Null for what has no length, such as a sign-in. */
  begunAt: string | null;
  action: string;
  outcome: AuditOutcome;
  actor: { name: string; role: string } | null;
  target: string | null;
  operationId: string | null;
  message: string | null;
  durationMs: number | null;
  address: string | null;
  issuer: { status: number | null; code: number | null; requestId: string } | null;
  input: unknown;
  before: unknown;
  after: unknown;
};

/** The last result of verifying the chain of hashes. */
export type ChainVerification = {
  /** Verified through this row. */
  rows: number;
  /** Written since, and verified in the next round. */
  newerRows: number;
  /** Null: it was not verified yet. */
  checkedAt: string | null;
  /** When every row was last verified from the first on. */
  wholeCheckedAt: string | null;
  isWholeUnderWay: boolean;
  /** What is wrong; null while the chain is unbroken. */
  why: string | null;
};
