import type { FreezeNote } from "@/lib/domain/people/note";

/** Read at `readAt`, by the database's clock. The latest snapshot wins. */
export type StatusSnapshot = { status: string; readAt: string; lastFour?: string };

/** Who set the card's current status. */
export type StatusChange = {
  at: string;
  /** Null if it was changed outside Cardwell. */
  by: string | null;
  isYou: boolean;
  /** The viewer may not have noticed it yet. */
  isRecent: boolean;
  /** False if the card couldn't be read first, because it may already have had this status. */
  isCertain: boolean;
};

/** The card's status at a given time, and who set it. */
export type StatusAt = { at: string; status: string; change: StatusChange };

export type CheckedStatus = StatusSnapshot & {
  /** The last known change, by the database's clock. */
  since: string | null;
  change: StatusChange | null;
  /** The note since the freeze; null if the card isn't frozen. */
  note: FreezeNote | null;
};

/** The status that the person saw when they decided. */
export type SeenStatus = StatusSnapshot & { note?: FreezeNote | null };

export function latestSnapshot<Snapshot extends StatusSnapshot>(
  first: Snapshot,
  ...others: readonly (Snapshot | null | undefined)[]
): Snapshot {
  let latest = first;
  for (const other of others) if (other && isLater(other, latest)) latest = other;
  return latest;
}

/** Whether the card has changed since: to another status or number, or away from this status and back. */
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

// All are written by toISOString, so they can be compared as text.
function isLater(one: StatusSnapshot, other: StatusSnapshot): boolean {
  return one.readAt > other.readAt;
}

const VERBS: Record<string, { active: string; passive: string; requested: string }> = {
  FROZEN: { active: "froze", passive: "frozen", requested: "requested a freeze of" },
  ACTIVE: { active: "unfroze", passive: "unfrozen", requested: "requested an unfreeze of" },
  BLOCKED: { active: "blocked", passive: "blocked", requested: "requested a block of" },
};
const OTHER_VERBS = { active: "changed", passive: "changed", requested: "requested a change of" };

/** `Jonas Weber froze it at 14:03:22 UTC`, where `card` is "it" and `time` is in the reader's time zone. */
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

export function describeUnchanged(status: string): string {
  return `The card was already ${status.toLowerCase()}.`;
}
