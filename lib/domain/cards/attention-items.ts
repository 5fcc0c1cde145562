import { can, type Permission, type Role } from "@/lib/domain/people/permissions";

export const ATTENTION_KINDS = [
  "unknown",
  "follow-up",
  "changed",
  "blocked",
  "frozen",
  "frozen-before",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** The permission that resolves an item; others can only dismiss it. */
const RESOLVING_PERMISSION = {
  unknown: "cards.create",
  "follow-up": "cards.reissue",
  changed: "cards.note",
  blocked: "cards.create",
  frozen: "cards.freeze",
  "frozen-before": "cards.freeze",
} as const satisfies Record<AttentionKind, Permission>;

/** The kinds that the role can resolve come first. */
export function attentionOrder(role: Role): AttentionKind[] {
  const canResolve = (kind: AttentionKind) => can(role, RESOLVING_PERMISSION[kind]);
  return [...ATTENTION_KINDS.filter(canResolve), ...ATTENTION_KINDS.filter((kind) => !canResolve(kind))];
}

export function canHandleAttention(role: Role): boolean {
  return can(role, "cards.note");
}

/**
 * Kinds that can be dismissed all at once. Unknown outcomes can't, because each may be a card that was issued twice;
 * follow-ups can't, because each is a colleague's request.
 */
export const GROUP_DISMISSIBLE_KINDS = ["changed", "blocked", "frozen", "frozen-before"] as const;
export type GroupDismissibleKind = (typeof GROUP_DISMISSIBLE_KINDS)[number];

export const FROZEN_TOO_LONG_DAYS = 7;
export const LOOKBACK_DAYS = 30;
/** Longer lists are shown as "more than 1,000". */
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
  /** Identifies the item and its current state, so that a new occurrence is a new item. */
  key: string;
};

export type FrozenItem = AttentionItem & { card: AttentionCard; since: string };
/** The card was already frozen when first synced, so it is unknown since when. */
export type FrozenBeforeItem = AttentionItem & { card: AttentionCard };
export type BlockedItem = AttentionItem & { card: AttentionCard; since: string };
export type UnknownItem = AttentionItem & {
  operationId: string;
  action: string;
  person: string | null;
  cardId: string | null;
  card: AttentionCard | null;
  at: string;
  /** The issuer's records don't show the outcome. */
  needsManualResolution: boolean;
  /** The stored request can't be decrypted, so the issuer's records can't be searched for it. */
  isEvidenceUnreadable: boolean;
};
export type FollowUpItem = AttentionItem & {
  cardId: string;
  card: AttentionCard | null;
  /** The author of the note. */
  person: string;
  at: string;
  /** Null if the note can't be decrypted. */
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

/** `items` are the newest only. The fingerprint identifies the whole list; null if it is empty. */
export type AttentionList<Item> = { items: Item[]; total: number; fingerprint: string | null };

export type Dismissed = {
  key: string;
  /** How many were dismissed together; the card and the subject belong to one of them. */
  count: number;
  kind: AttentionKind;
  card: AttentionCard | null;
  /** The ID to show if the card is unknown. */
  subject: string;
  reason: string;
  person: string;
  at: string;
};

export type Attention = {
  /** Null while the issuer can be reached. */
  issuer: { lastResponseAt: string | null } | null;
  /** Null if no report is overdue, or the person may not read reports. */
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

/** Splits `frozen:<cardId>:<since>`; null if the key is invalid. */
export function parseAttentionKey(key: string): { kind: AttentionKind; subject: string } | null {
  const parts = KEY.exec(key);
  return parts ? { kind: parts[1] as AttentionKind, subject: parts[2] ?? "" } : null;
}

export function countItems(attention: Attention): number {
  return ATTENTION_KINDS.reduce((sum, kind) => sum + attention[kind].total, 0);
}

export function countConnectionIssues({ issuer, overdueReports }: Attention): number {
  return (issuer ? 1 : 0) + (overdueReports ? 1 : 0);
}
