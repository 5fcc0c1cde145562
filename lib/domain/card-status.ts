import type { FreezeNote } from "./note";

/** A card's status, and when it was read, by the database's clock: a later reading overrules an earlier one. */
export type StatusSnapshot = { status: string; readAt: string; lastFour?: string };

/** Who gave a card the status that it has. */
export type StatusChange = {
  at: string;
  /** Null: it was changed outside Cardwell. */
  by: string | null;
  isYou: boolean;
  /** A person may not have noticed it yet. */
  isRecent: boolean;
  /** False: the card could not be read first, so it may have had this status before this request. */
  isCertain: boolean;
};

/** The status that a card had at some moment, and who had given it. */
export type StatusAt = { at: string; status: string; change: StatusChange };

/** A card's status as the issuer has it. */
export type CheckedStatus = StatusSnapshot & {
  /** When it last changed, as far as Cardwell knows, by the database's clock. */
  since: string | null;
  change: StatusChange | null;
  /** What was noted since it was frozen; null for a card that is not. */
  note: FreezeNote | null;
};

/** What a person's screen showed when they decided. */
export type SeenStatus = StatusSnapshot & { note?: FreezeNote | null };

export function latestSnapshot<Snapshot extends StatusSnapshot>(
  first: Snapshot,
  ...others: readonly (Snapshot | null | undefined)[]
): Snapshot {
  let latest = first;
  for (const other of others) if (other && isLater(other, latest)) latest = other;
  return latest;
}

/** Whether the card has been changed since this was confirmed: to another status or number, or away from it and back. */
export function isSuperseded(
  confirmed: StatusSnapshot,
  latest: StatusSnapshot & { since?: string | null },
): boolean {
  if (!isLater(latest, confirmed)) return false;
  if (latest.status !== confirmed.status || isRenumbered(confirmed, latest)) return true;
  return latest.since != null && latest.since > confirmed.readAt;
}

export function isRenumbered(before: StatusSnapshot, after: StatusSnapshot): boolean {
  return before.lastFour !== undefined && after.lastFour !== undefined && before.lastFour !== after.lastFour;
}

// All of them are written by toISOString, so that the order of the texts is the order of the times.
function isLater(one: StatusSnapshot, other: StatusSnapshot): boolean {
  return one.readAt > other.readAt;
}

const VERBS: Record<string, { active: string; passive: string; requested: string }> = {
  FROZEN: { active: "froze", passive: "frozen", requested: "requested a freeze of" },
  ACTIVE: { active: "unfroze", passive: "unfrozen", requested: "requested an unfreeze of" },
  BLOCKED: { active: "blocked", passive: "blocked", requested: "requested a block of" },
};
const OTHER_VERBS = { active: "changed", passive: "changed", requested: "requested a change of" };

/** `Jonas Weber froze it at 14:03:22 UTC`, where `card` is "it" and `time` what the reader's clock says. */
export function describeStatusChange(
  status: string,
  { by, isYou, isCertain }: Pick<StatusChange, "by" | "isYou" | "isCertain">,
  { card, time }: { card: string; time: string },
): string {
  const { active, passive, requested } = VERBS[status] ?? OTHER_VERBS;
  const did = isCertain ? active : requested;
  if (isYou) return `You ${did} ${card} at ${time}`;
  if (by) return `${by} ${did} ${card} at ${time}`;
  return `${card.charAt(0).toUpperCase()}${card.slice(1)} was ${passive} outside Cardwell, detected at ${time}`;
}
