export const AUDIT_OUTCOMES = ["begun", "succeeded", "failed", "unknown", "denied"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** As long as a name that a card may carry. */
export const AUDIT_TARGET_MAX_CHARACTERS = 120;

/** The card that an action was done to, as the index knows it now and the entry knew it then. */
export type AuditCard = {
  lastFour: string;
  cardholderName: string;
  /** When the action was carried out; null where the entry does not tell. */
  lastFourThen: string | null;
  formerLastFours: readonly string[];
};

/** A reissued card is named by the number that it had: nobody knows it by the new one from that day. */
export function auditCardNumber({ lastFour, lastFourThen, formerLastFours }: AuditCard): string {
  if (lastFourThen === lastFour) return `•• ${lastFour}`;
  if (lastFourThen !== null) return `•• ${lastFourThen}, now •• ${lastFour}`;
  return [`•• ${lastFour}`, ...formerLastFours.map((former) => `formerly •• ${former}`)].join(", ");
}

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
  card?: AuditCard | null;
};

/** An action whole. */
export type AuditDetail = {
  seq: number;
  /** Covers this entry and all before it: to compare with an exported file. */
  hash: string;
  at: string;
  /** The entry that was written before the action; null for what has no length, such as a sign-in. */
  begun: { seq: number; at: string } | null;
  /** The later entry that says what came of the action; null where this one does. */
  outcomeSeq: number | null;
  action: string;
  outcome: AuditOutcome;
  actor: { name: string; role: string } | null;
  target: string | null;
  card: AuditCard | null;
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
  fullyCheckedAt: string | null;
  isFullCheckRunning: boolean;
  /** What is wrong; null while the chain is unbroken. */
  why: string | null;
};
