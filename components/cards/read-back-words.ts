import type { KnownCardStatus } from "@/lib/contract/card";
import { describeStatusChange, type StatusChange } from "@/lib/domain/card-status";

type Confirmed = {
  status: string;
  lastFour: string;
  /** Read before the change; without it nobody knows whether the change made the status. */
  previousStatus?: string | null | undefined;
};

const SENTENCES = {
  FROZEN: (card, time) =>
    isMadeByChange(card)
      ? `Your card ending ${card.lastFour} was frozen at ${time}, confirmed by the issuer.`
      : `Your card ending ${card.lastFour} is frozen, confirmed by the issuer at ${time}.`,
  ACTIVE: (card, time) =>
    isMadeByChange(card)
      ? `Your card ending ${card.lastFour} can be used again as of ${time}, confirmed by the issuer.`
      : `Your card ending ${card.lastFour} can be used, confirmed by the issuer at ${time}.`,
  BLOCKED: ({ lastFour }, time) =>
    `Your card ending ${lastFour} is permanently blocked and can’t be used, confirmed by the issuer at ${time}.`,
} as const satisfies Record<KnownCardStatus, (card: Confirmed, time: string) => string>;

function isMadeByChange({ status, previousStatus }: Pick<Confirmed, "status" | "previousStatus">): boolean {
  return previousStatus != null && previousStatus !== status;
}

/** The one sentence to read to the caller. It says what the issuer answered, not what was asked of it. */
export function readBackSentence(card: Confirmed, time: string): string {
  if (Object.hasOwn(SENTENCES, card.status)) return SENTENCES[card.status as KnownCardStatus](card, time);
  return `Your card ending ${card.lastFour} is now “${card.status}”, confirmed by the issuer at ${time}.`;
}

/** The same in short, above the sentence. */
export function readBackTitle(card: Omit<Confirmed, "lastFour">, time: string): string {
  if (card.status !== "FROZEN") return `Confirmed at ${time}`;
  return isMadeByChange(card)
    ? `Frozen at ${time}, confirmed by the issuer`
    : `Frozen, confirmed by the issuer at ${time}`;
}

const NOW = {
  FROZEN: "frozen",
  ACTIVE: "active",
  BLOCKED: "permanently blocked",
} as const satisfies Record<KnownCardStatus, string>;

type Changed = {
  status: string;
  lastFour: string;
  /** The number that was confirmed. */
  formerLastFour?: string | undefined;
  change: StatusChange | null;
};

/** In place of the sentence once the card has been changed after it was confirmed. */
export function outdatedSentence(
  { status, lastFour, formerLastFour = lastFour, change }: Changed,
  confirmedAt: string | null,
  timeOf: (at: string) => string,
): string {
  const now = Object.hasOwn(NOW, status) ? NOW[status as KnownCardStatus] : `“${status}”`;
  const card = `the card ending ${lastFour}`;
  if (formerLastFour !== lastFour)
    return `The card ending ${formerLastFour} has a new number. It now ends in ${lastFour} and is ${now}.`;
  if (change)
    return `${describeStatusChange(status, change, { card, time: timeOf(change.at) })}. It is now ${now}.`;
  if (confirmedAt === null) return `The card ending ${lastFour} is now ${now}.`;
  return `The card ending ${lastFour} was changed after ${timeOf(confirmedAt)}. It is now ${now}.`;
}

/** For whoever reads the sentence out: the change is certain, the record of it was not seen. */
export const NOT_READ_BACK =
  "The issuer confirmed the change, but we couldn’t read the card again afterward.";

export type SinceFreeze = {
  /** From when on it counts; null where nobody froze the card here. */
  since: string | null;
  approved: number;
  declined: number;
  /** Of a status that has no meaning to us. */
  other: number;
  /** As of when the newest transactions are known; null before the first read. */
  asOf: string | null;
};

/** Whether the transactions are known as of a time after the freeze: before, their number says nothing about it. */
export function isCounted({ since, asOf }: SinceFreeze): boolean {
  return since !== null && asOf !== null && Date.parse(asOf) >= Date.parse(since);
}

/** "0 approved, 2 declined" */
export function sinceFreezeWords({ approved, declined, other }: SinceFreeze): string {
  const counts = [`${approved} approved`, `${declined} declined`];
  if (other > 0) counts.push(`${other} other`);
  return counts.join(", ");
}
