import { type CheckedStatus, describeStatusChange, type StatusChange } from "@/lib/domain/card-status";
import type { FreezeNote } from "@/lib/domain/note";
import { readBackSentence } from "./read-back-words";

type NamedCard = { lastFour: string; cardholderName: string; status: string };

/** What the issuer says of the card's status while the question is open. */
export type StatusCheck = { is: "checking" } | ({ is: "verified" } & CheckedStatus) | { is: "unverified" };

/** A failed check stands while it is made again: the query itself then forgets that it has failed. */
export function toStatusCheck(
  isAnswered: boolean,
  { data, isError }: { data: CheckedStatus | undefined; isError: boolean },
): StatusCheck {
  if (!isAnswered) return { is: "checking" };
  return data && !isError ? { is: "verified", ...data } : { is: "unverified" };
}

export type FreezeQuestion = {
  title: string;
  description: string;
  /** To read to the caller, where nothing is left to do. */
  sentence: string | null;
  /** What was noted since the card was frozen. */
  note: FreezeNote | null;
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
 * somebody else froze a moment ago stays frozen by Enter: the command may have turned round under the finger. So does
 * one with a colleague's note since the freeze: unfreezing it takes a choice of its own.
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
    if (freeze === (status === "FROZEN")) return doneQuestion(name, check, timeOf);
    return freeze ? freezingQuestion(name) : unfreezingQuestion(name, check, timeOf);
  }
  if (check.is === "checking") return freeze ? freezingQuestion(name) : uncheckedUnfreezing(name);
  return {
    ...freezingQuestion(name),
    description:
      "We couldn’t verify the card’s status with the issuer. If the card is already frozen, it stays frozen.",
    other: "Unfreeze",
  };
}

/** Somebody else did it so lately that whoever presses a key may mean the card as it was before. */
function isNews(change: StatusChange | null): boolean {
  return change?.isRecent === true && isSomebodyElses(change);
}

/** A request of your own is no proof: where the card could not be read first, somebody else may have frozen it. */
function isSomebodyElses({ isYou, isCertain }: StatusChange): boolean {
  return !isYou || !isCertain;
}

/** What a person must have seen before they unfreeze the card: that it was not they who froze it, or a colleague's note. */
export function isToBeReadFirst({ change, note }: Pick<CheckedStatus, "change" | "note">): boolean {
  return (change !== null && isSomebodyElses(change)) || note?.isYours === false;
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
    description: `All purchases are declined, and a blocked card can’t be frozen.${isVerified ? "" : doubt}`,
    sentence: isVerified ? readBackSentence({ status: "BLOCKED", lastFour }, timeOf(check.readAt)) : null,
    note: null,
    freeze: true,
    confirm: null,
    other: null,
    cancel: "Done",
  };
}

function doneQuestion(name: string, checked: CheckedStatus, timeOf: TimeOf): FreezeQuestion {
  const isFrozen = checked.status === "FROZEN";
  const effect = isFrozen ? "New purchases are declined." : "Purchases are allowed.";
  const by = changeWords(checked, timeOf) ?? "The issuer just confirmed this status";
  return {
    title: `${name} is ${isFrozen ? "already frozen" : "not frozen"}`,
    description: `${by}. ${effect}`,
    sentence: null,
    note: checked.note,
    freeze: isFrozen,
    confirm: null,
    other: isFrozen ? "Unfreeze" : "Freeze",
    cancel: "Done",
  };
}

function changeWords({ status, change }: CheckedStatus, timeOf: TimeOf): string | null {
  return change && describeStatusChange(status, change, { card: "this card", time: timeOf(change.at) });
}

function freezingQuestion(name: string): FreezeQuestion {
  return {
    title: `Freeze ${name}?`,
    description: "New purchases will be declined until the card is unfrozen. You can undo this.",
    sentence: null,
    note: null,
    freeze: true,
    confirm: "Freeze",
    other: null,
    cancel: "Cancel",
  };
}

const UNFREEZE_EFFECT = "Purchases will be allowed again immediately.";

function uncheckedUnfreezing(name: string): FreezeQuestion {
  return {
    title: `Unfreeze ${name}?`,
    description: `${UNFREEZE_EFFECT} Checking who froze this card…`,
    sentence: null,
    note: null,
    freeze: false,
    confirm: "Unfreeze",
    other: null,
    cancel: "Keep frozen",
  };
}

function unfreezingQuestion(name: string, checked: CheckedStatus, timeOf: TimeOf): FreezeQuestion {
  const { since, change, note } = checked;
  const kept = { ...doneQuestion(name, checked, timeOf), cancel: "Keep frozen" };
  if (isNews(change)) return change?.isCertain ? { ...kept, title: `${name} was just frozen` } : kept;
  const known = since
    ? `This card has been frozen since ${timeOf(since)}`
    : "This card was already frozen when Cardwell first synced it";
  const asked = uncheckedUnfreezing(name);
  const description = `${changeWords(checked, timeOf) ?? known}. ${UNFREEZE_EFFECT}`;
  if (note?.isYours === false) return { ...kept, title: asked.title, description };
  return { ...asked, description, note };
}
