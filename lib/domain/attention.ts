import { can, type Permission, type Role } from "./permissions";

/** What someone should look at, and why. */
export const ATTENTION_KINDS = [
  "unknown",
  "follow-up",
  "changed",
  "blocked",
  "frozen",
  "frozen-before",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Who can do more about an item than dismiss it. */
const RESOLVING_PERMISSION = {
  unknown: "cards.create",
  "follow-up": "cards.reissue",
  changed: "cards.note",
  blocked: "cards.create",
  frozen: "cards.freeze",
  "frozen-before": "cards.freeze",
} as const satisfies Record<AttentionKind, Permission>;

/** What the role can resolve comes first. */
export function attentionOrder(role: Role): AttentionKind[] {
  const canResolve = (kind: AttentionKind) => can(role, RESOLVING_PERMISSION[kind]);
  return [...ATTENTION_KINDS.filter(canResolve), ...ATTENTION_KINDS.filter((kind) => !canResolve(kind))];
}

/** Whether the role can do anything about the cards that need attention. */
export function canHandleAttention(role: Role): boolean {
  return can(role, "cards.note");
}

/**
 * Can be dismissed all at once. An unknown outcome can't: each of them may be a card that was issued twice. Nor can a
 * follow-up: each is somebody's request.
 */
export const GROUP_DISMISSIBLE_KINDS = ["changed", "blocked", "frozen", "frozen-before"] as const;
export type GroupDismissibleKind = (typeof GROUP_DISMISSIBLE_KINDS)[number];

export const FROZEN_TOO_LONG_DAYS = 7;
export const LOOKBACK_DAYS = 30;
/** Beyond this many nobody counts: "more than 1,000". */
export const MAX_COUNTED = 1000;

export const REASON_MAX_CHARACTERS = 200;

export type AttentionCard = {
  id: string;
  lastFour: string;
  holder: string;
  customerId: string;
  type: string;
  design: string;
};

type AttentionItem = {
  /** Names the item and the state it is in: when it happens anew, it is another one. */
  key: string;
};

export type FrozenItem = AttentionItem & { card: AttentionCard; since: string };
/** It was frozen when we first saw it: nobody here knows since when. */
export type FrozenBeforeItem = AttentionItem & { card: AttentionCard };
export type BlockedItem = AttentionItem & { card: AttentionCard; since: string };
export type UnknownItem = AttentionItem & {
  operationId: string;
  action: string;
  person: string | null;
  cardId: string | null;
  card: AttentionCard | null;
  at: string;
  /** The issuer's records cannot tell: a person has to. */
  needsManualResolution: boolean;
  /** What was sent can't be opened any more, so the records can't be searched for it. */
  isEvidenceUnreadable: boolean;
};
export type FollowUpItem = AttentionItem & {
  cardId: string;
  card: AttentionCard | null;
  /** Who wrote the note. */
  person: string;
  at: string;
  /** The note's first words; null when it can't be opened. */
  excerpt: string | null;
};
export type ChangedItem = AttentionItem & {
  cardId: string;
  card: AttentionCard | null;
  before: string | null;
  after: string | null;
  message: string | null;
  at: string;
};

/** The newest few, how many there are, and what tells this list from any other; null where it is empty. */
export type AttentionList<Item> = { items: Item[]; total: number; fingerprint: string | null };

export type Dismissed = {
  key: string;
  /** How many were dismissed together; the card and the subject are those of one of them. */
  count: number;
  kind: AttentionKind;
  card: AttentionCard | null;
  /** What it was about, where no card is known. */
  subject: string;
  reason: string;
  person: string;
  at: string;
};

export type Attention = {
  /** Null while the issuer can be reached. */
  issuer: { lastResponseAt: string | null } | null;
  /** Reports that were asked for and about which no event came; null when there is none, or it is not theirs to know. */
  overdueReports: { reports: number; since: string } | null;
  unknown: AttentionList<UnknownItem>;
  "follow-up": AttentionList<FollowUpItem>;
  changed: AttentionList<ChangedItem>;
  blocked: AttentionList<BlockedItem>;
  frozen: AttentionList<FrozenItem>;
  "frozen-before": AttentionList<FrozenBeforeItem>;
  dismissed: Dismissed[];
};

const KEY = new RegExp(`^(${ATTENTION_KINDS.join("|")}):([^\\p{Cc}\\s]{1,64}?)(?::([a-z0-9-]{1,40}))?$`, "u");

/** `frozen:<cardId>:<since>` in its parts; null for what is no key. */
export function parseAttentionKey(key: string): { kind: AttentionKind; subject: string } | null {
  const parts = KEY.exec(key);
  return parts ? { kind: parts[1] as AttentionKind, subject: parts[2] ?? "" } : null;
}

/** How many cards and operations need attention. */
export function countItems(attention: Attention): number {
  return ATTENTION_KINDS.reduce((sum, kind) => sum + attention[kind].total, 0);
}

/** What is wrong between us and the issuer. */
export function countConnectionIssues({ issuer, overdueReports }: Attention): number {
  return (issuer ? 1 : 0) + (overdueReports ? 1 : 0);
}
