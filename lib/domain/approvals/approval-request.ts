import type { PolicyKind } from "./policies";

/**
 * waiting: for a decision. approved: it runs or has run. void: the requester may no longer do it, its period or plan
 * changed, or a backup was restored. emergency: an admin acted alone.
 */
export const APPROVAL_STATES = [
  "waiting",
  "approved",
  "declined",
  "withdrawn",
  "expired",
  "void",
  "emergency",
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export type ApprovalFact = { name: string; value: string };
/** Null where there was or will be nothing. */
export type ApprovalChange = { name: string; before: string | null; after: string | null };

/** What the approver sees of the frozen request. */
export type ApprovalReview = {
  /** "Block card •• 1234" */
  title: string;
  /** "Ada Lovelace" */
  subject: string | null;
  /** What was done with the request, whatever becomes of it. */
  alreadyDone?: string;
  /** What a person rarely intends. */
  warnings?: { title: string; texts: readonly string[] };
  consequences: string[];
  changes: ApprovalChange[];
  facts: ApprovalFact[];
};

export type ApprovalItem = {
  id: string;
  kind: PolicyKind;
  state: ApprovalState;
  /** Null if it can't be decrypted. */
  title: string | null;
  subject: string | null;
  reason: string | null;
  requester: string;
  isMine: boolean;
  requestedAt: string;
  expiresAt: string;
  decision: { by: string | null; at: string; comment: string | null; isSameDevice: boolean } | null;
  /** Of what was approved; null while it runs or its outcome is unknown. */
  outcome: { is: "succeeded" | "failed"; message: string | null } | null;
  cardId: string | null;
  /** Of many cards. */
  runId: string | null;
};

/** One request in full, for the person who decides. */
export type ApprovalDetail = ApprovalItem & {
  review: ApprovalReview | null;
  /** What changed on the target since the request. */
  differences: ApprovalChange[];
  /** Why it can't be approved at the moment, such as that the card can't be read. */
  problem: string | null;
  /** Identifies what is shown; sent back with an approval. Null if it can't be approved. */
  version: string | null;
  /** Who may approve, by name. */
  approvers: string[];
  canDecide: boolean;
  /** This browser is the requester's. */
  isSameDevice: boolean;
};
