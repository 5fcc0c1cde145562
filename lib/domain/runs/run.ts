import { can, type Permission, type Role } from "@/lib/domain/people/permissions";
import type { IssueSummary } from "./issue-summary";

/** What a run does to each of its cards. */
export const RUN_KINDS = { freeze: "Freeze", unfreeze: "Unfreeze", block: "Block", issue: "Issue" } as const;
export type RunKind = keyof typeof RUN_KINDS;

export const RUN_PERMISSIONS = {
  freeze: "bulk.freeze",
  unfreeze: "bulk.run",
  block: "bulk.run",
  issue: "bulk.run",
} as const satisfies Record<RunKind, Permission>;

/** What is done to cards that exist. */
export type CardRunKind = Exclude<RunKind, "issue">;

/** What the role may do to many cards at once. */
export function kindsFor(role: Role): CardRunKind[] {
  const kinds: CardRunKind[] = ["freeze", "unfreeze", "block"];
  return kinds.filter((kind) => can(role, RUN_PERMISSIONS[kind]));
}

/** What a card's page says about it before the run is started. */
export const PLANNED = {
  freeze: "Will be frozen",
  unfreeze: "Will be unfrozen",
  block: "Will be blocked permanently",
  issue: "Will be issued",
} as const satisfies Record<RunKind, string>;

export const RUN_STATES = {
  planned: "Not started",
  running: "Running",
  paused: "Paused",
  finished: "Finished",
  canceled: "Canceled",
} as const;
export type RunState = keyof typeof RUN_STATES;

/** Each card of a run is in exactly one of them. */
export const ITEM_STATES = {
  waiting: "Waiting",
  sent: "In progress",
  done: "Done",
  failed: "Failed",
  skipped: "Skipped",
  canceled: "Canceled",
} as const;
export type ItemState = keyof typeof ITEM_STATES;

/** Why a card is left alone from the start. */
export const SKIP_REASONS = {
  "already-frozen": "Already frozen",
  "not-frozen": "Not frozen",
  blocked: "Permanently blocked",
  unknown: "No such card",
  ambiguous: "Several cards end in these digits",
  changed: "Changed since the freeze",
  "issued-before": "Issued or sent by another run",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;
export type SkipCount = { reason: SkipReason; cards: number };

export const MAX_RUN_CARDS = 10_000;

export type RunCounts = Record<ItemState, number> & { total: number };

export type Run = {
  id: string;
  kind: RunKind;
  state: RunState;
  /** In words, such as the filters. */
  scope: string;
  /** Of a block. */
  reason: string | null;
  /** The request that waits for a second person before the run can start. */
  requestId: string | null;
  person: string;
  isYours: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Why it is paused or waits, in words. */
  problem: string | null;
  /** It is another run's turn. */
  isWaiting: boolean;
  /** The run whose freezes this one undoes, and the ones that undo this one's. */
  undoOf: string | null;
  undoneBy: readonly string[];
  /** The run whose failed or canceled rows this one tries again. */
  retryOf: string | null;
  counts: RunCounts;
  /** Of a run that issues cards. */
  summary: IssueSummary | null;
  /** How many cards this run changed; an undo concerns these. */
  changed: number;
};

export type IssueDetails = {
  customerId: string;
  cardType: string;
  /** An ID; null for the default design. */
  cardDesign: string | null;
  spendLimit: number;
};

/** Without a card while its outcome isn't known. */
export type IssuedBy = {
  runId: string;
  cardId: string | null;
  lastFour: string | null;
  status: string | null;
};

export type RunItem = {
  position: number;
  /** Null while it isn't issued. */
  cardId: string | null;
  /** Of the file that cards are issued from. */
  rowNumber: number | null;
  /** The customer has a card of the same type and name, not from this run. */
  hasCard: boolean;
  /** Of a row that isn't issued yet. */
  details: IssueDetails | null;
  /** The other run that has issued the row, or sent it. */
  issuedBy: IssuedBy | null;
  /** From the index; null if it doesn't know the card. */
  lastFour: string | null;
  /** From the index, or the row. */
  cardholderName: string | null;
  cardName: string | null;
  /** The card's status now. */
  status: string | null;
  state: ItemState;
  /** Why it was skipped, failed, or changed nothing, in words. */
  reason: string | null;
  finishedAt: string | null;
};
