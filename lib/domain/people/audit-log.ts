export const AUDIT_OUTCOMES = ["begun", "succeeded", "failed", "unknown", "denied"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The maximum length of a cardholder's name. */
export const AUDIT_TARGET_MAX_CHARACTERS = 120;

/** The card of an action, with its current number and its number at that time. */
export type AuditCard = {
  lastFour: string;
  cardholderName: string;
  /** At the time of the action; null if the entry doesn't have it. */
  lastFourAtAction: string | null;
  formerLastFours: readonly string[];
};

/** A reissued card is shown with the number that it had at the time. */
export function auditCardNumber({ lastFour, lastFourAtAction, formerLastFours }: AuditCard): string {
  if (lastFourAtAction === lastFour) return `•• ${lastFour}`;
  if (lastFourAtAction !== null) return `•• ${lastFourAtAction}, now •• ${lastFour}`;
  return [`•• ${lastFour}`, ...formerLastFours.map((former) => `formerly •• ${former}`)].join(", ");
}

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
  /** Of the view or template that it is about. */
  name?: string | null;
};

export type AuditDetail = {
  seq: number;
  /** Covers this entry and all before it, for comparison with an exported file. */
  hash: string;
  at: string;
  /** The entry written before the action; null for single events such as a sign-in. */
  startEntry: { seq: number; at: string } | null;
  /** The later entry with the outcome; null if this is the last one. */
  outcomeSeq: number | null;
  action: string;
  outcome: AuditOutcome;
  actor: { name: string; role: string } | null;
  target: string | null;
  card: AuditCard | null;
  /** Of the view or template that it is about. */
  name: string | null;
  /** The bulk run that it is about, if the viewer can open it. */
  runId: string | null;
  operationId: string | null;
  message: string | null;
  durationMs: number | null;
  address: string | null;
  issuer: { status: number | null; code: number | null; requestId: string } | null;
  input: unknown;
  before: unknown;
  after: unknown;
};

/** The last verification of the hash chain. */
export type ChainVerification = {
  /** Verified up to this entry. */
  rows: number;
  /** Written since the last verification. */
  newerRows: number;
  /** Null before the first verification. */
  checkedAt: string | null;
  /** The last verification of all entries from the first one. */
  fullyCheckedAt: string | null;
  isFullCheckRunning: boolean;
  /** The problem; null while the chain is intact. */
  why: string | null;
};
