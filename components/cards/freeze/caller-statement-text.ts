import type { KnownCardStatus } from "@/lib/contract/card";
import { describeStatusChange, type StatusChange } from "@/lib/domain/cards/card-status";

type Confirmed = {
  status: string;
  lastFour: string;
  /** Read before the change; without it we can't tell whether the change caused the status. */
  previousStatus?: string | null | undefined;
};

const SENTENCES = {
  FROZEN: (card, time) =>
    isCausedByChange(card)
      ? `Your card ending in ${card.lastFour} was frozen at ${time}, confirmed by the issuer.`
      : `Your card ending in ${card.lastFour} is frozen, confirmed by the issuer at ${time}.`,
  ACTIVE: (card, time) =>
    isCausedByChange(card)
      ? `Your card ending in ${card.lastFour} can be used again as of ${time}, confirmed by the issuer.`
      : `Your card ending in ${card.lastFour} can be used, confirmed by the issuer at ${time}.`,
  BLOCKED: ({ lastFour }, time) =>
    `Your card ending in ${lastFour} is permanently blocked and can’t be used, confirmed by the issuer at ${time}.`,
} as const satisfies Record<KnownCardStatus, (card: Confirmed, time: string) => string>;

function isCausedByChange({ status, previousStatus }: Pick<Confirmed, "status" | "previousStatus">): boolean {
  return previousStatus != null && previousStatus !== status;
}

/** The sentence to read to the caller: states what the issuer returned, not what was requested. */
export function callerStatementText(card: Confirmed, time: string): string {
  if (Object.hasOwn(SENTENCES, card.status)) return SENTENCES[card.status as KnownCardStatus](card, time);
  return `Your card ending in ${card.lastFour} is now “${card.status}”, confirmed by the issuer at ${time}.`;
}

/** The title above the sentence. */
export function callerStatementTitle(card: Omit<Confirmed, "lastFour">, time: string): string {
  if (card.status !== "FROZEN") return `Confirmed at ${time}`;
  return isCausedByChange(card)
    ? `Frozen at ${time}, confirmed by the issuer`
    : `Frozen, confirmed by the issuer at ${time}`;
}

const STATUS_TEXT = {
  FROZEN: "frozen",
  ACTIVE: "active",
  BLOCKED: "permanently blocked",
} as const satisfies Record<KnownCardStatus, string>;

type Changed = {
  status: string;
  lastFour: string;
  /** The last four at the time of the confirmation. */
  formerLastFour?: string | undefined;
  change: StatusChange | null;
};

/** Replaces the sentence once the card has changed after the confirmation. */
export function outdatedSentence(
  { status, lastFour, formerLastFour = lastFour, change }: Changed,
  confirmedAt: string | null,
  formatTime: (at: string) => string,
): string {
  const now = Object.hasOwn(STATUS_TEXT, status) ? STATUS_TEXT[status as KnownCardStatus] : `“${status}”`;
  const card = `the card ending in ${lastFour}`;
  if (formerLastFour !== lastFour)
    return `The card ending in ${formerLastFour} has a new number. It now ends in ${lastFour} and is ${now}.`;
  if (change)
    return `${describeStatusChange(status, change, { card, time: formatTime(change.at) })}. It is now ${now}.`;
  if (confirmedAt === null) return `The card ending in ${lastFour} is now ${now}.`;
  return `The card ending in ${lastFour} was changed after ${formatTime(confirmedAt)}. It is now ${now}.`;
}

export const NOT_VERIFIED = "The issuer confirmed the change, but we couldn’t read the card again afterward.";

export type SinceFreezeCounts = {
  /** Null if the card wasn't frozen in Cardwell. */
  since: string | null;
  approved: number;
  declined: number;
  /** Transactions with an unknown status. */
  other: number;
  /** When the transactions were last synced; null before the first sync. */
  asOf: string | null;
};

/** Whether the transactions were synced after the freeze, without which the counts mean nothing. */
export function isCountedAfterFreeze({ since, asOf }: SinceFreezeCounts): boolean {
  return since !== null && asOf !== null && Date.parse(asOf) >= Date.parse(since);
}

/** "0 approved, 2 declined" */
export function countText({ approved, declined, other }: SinceFreezeCounts): string {
  const counts = [`${approved} approved`, `${declined} declined`];
  if (other > 0) counts.push(`${other} other`);
  return counts.join(", ");
}
