import { type CheckedStatus, type StatusChange, statusChangeWords } from "@/lib/domain/card-status";
import { readBackSentence } from "./read-back-words";

type NamedCard = { lastFour: string; cardholderName: string; status: string };

/** What the issuer says of the card's status while the question is open. */
export type StatusCheck = { is: "checking" } | ({ is: "verified" } & CheckedStatus) | { is: "unverified" };

export type FreezeQuestion = {
  title: string;
  description: string;
  /** To read to the caller, where nothing is left to do. */
  sentence: string | null;
  /** What the first button does: freeze, or unfreeze. */
  freeze: boolean;
  /** Null: there is nothing left to do, and the first button closes. */
  confirm: string | null;
  /** The opposite, where it may be what is needed. */
  other: string | null;
  cancel: string;
};

/** The time as the person reads it. */
type TimeOf = (at: string) => string;

/**
 * What is asked before a card is frozen or unfrozen. It names the card, since another may be meant; and where the
 * issuer's status is not what was assumed, or is not known, the opposite is offered too. Where it is not known, Enter
 * freezes, whatever was asked: that does no harm to a frozen card, and an unfreeze may open a lost one. A card that
 * somebody else froze a moment ago stays frozen by Enter: the command may have turned round under the finger.
 */
export function freezeQuestion(
  card: NamedCard,
  freeze: boolean,
  check: StatusCheck,
  timeOf: TimeOf,
): FreezeQuestion {
  const name = `${card.cardholderName}’s card ending ${card.lastFour}`;
  const status = check.is === "verified" ? check.status : card.status;
  if (status === "BLOCKED") return blockedQuestion(name, card, check, timeOf);
  if (check.is === "verified") {
    const isFrozen = status === "FROZEN";
    const done = doneQuestion(name, check, timeOf);
    if (freeze === isFrozen) return done;
    if (!freeze && isNews(check.change))
      return { ...done, title: `${name} was just frozen`, cancel: "Keep it frozen" };
  }
  if (check.is !== "unverified") return freeze ? freezingQuestion(name) : unfreezingQuestion(name);
  return {
    ...freezingQuestion(name),
    description:
      "We couldn’t verify with the issuer whether the card is frozen. A card that is frozen already stays frozen.",
    other: "Unfreeze",
  };
}

/** Somebody else did it so lately that whoever presses a key may mean the card as it was before. */
export function isNews(change: StatusChange | null): boolean {
  return change?.isRecent === true && !change.isYou;
}

function blockedQuestion(
  name: string,
  { lastFour }: NamedCard,
  check: StatusCheck,
  timeOf: TimeOf,
): FreezeQuestion {
  const isVerified = check.is === "verified";
  const doubt =
    check.is === "checking" ? " Checking with the issuer…" : " We couldn’t verify this with the issuer.";
  return {
    title: `${name} is already blocked`,
    description: `No purchase goes through, and a blocked card can’t be frozen.${isVerified ? "" : doubt}`,
    sentence: isVerified ? readBackSentence({ status: "BLOCKED", lastFour }, timeOf(check.readAt)) : null,
    freeze: true,
    confirm: null,
    other: null,
    cancel: "Done",
  };
}

function doneQuestion(name: string, checked: CheckedStatus, timeOf: TimeOf): FreezeQuestion {
  const isFrozen = checked.status === "FROZEN";
  const effect = isFrozen ? "New purchases are declined." : "Purchases go through.";
  const { change } = checked;
  const by = change
    ? statusChangeWords(checked.status, change, { card: "it", time: timeOf(change.at) })
    : "The issuer confirmed it just now";
  return {
    title: `${name} is ${isFrozen ? "already frozen" : "not frozen"}`,
    description: `${by}. ${effect}`,
    sentence: null,
    freeze: isFrozen,
    confirm: null,
    other: isFrozen ? "Unfreeze" : "Freeze",
    cancel: "Done",
  };
}

function freezingQuestion(name: string): FreezeQuestion {
  return {
    title: `Freeze ${name}?`,
    description: "Every new purchase is declined until it is unfrozen. This can be undone.",
    sentence: null,
    freeze: true,
    confirm: "Freeze",
    other: null,
    cancel: "Cancel",
  };
}

function unfreezingQuestion(name: string): FreezeQuestion {
  return {
    title: `Unfreeze ${name}?`,
    description: "Purchases go through again at once.",
    sentence: null,
    freeze: false,
    confirm: "Unfreeze",
    other: null,
    cancel: "Keep it frozen",
  };
}
