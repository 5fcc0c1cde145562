import { type CheckedStatus, describeStatusChange, type StatusChange } from "@/lib/domain/cards/card-status";
import type { FreezeNote } from "@/lib/domain/people/note";
import { callerStatementText } from "./caller-statement-text";

type NamedCard = { lastFour: string; cardholderName: string; status: string };

/** The check of the card's status with the issuer while the prompt is open. */
export type StatusCheck = { is: "checking" } | ({ is: "verified" } & CheckedStatus) | { is: "unverified" };

/** Keeps a failed check failed during a retry, when the query no longer reports the error. */
export function toStatusCheck(
  hasResponse: boolean,
  { data, isError }: { data: CheckedStatus | undefined; isError: boolean },
): StatusCheck {
  if (!hasResponse) return { is: "checking" };
  return data && !isError ? { is: "verified", ...data } : { is: "unverified" };
}

export type FreezePrompt = {
  title: string;
  description: string;
  /** A sentence to read to the caller, if there is nothing left to do. */
  sentence: string | null;
  /** The latest note since the card was frozen. */
  note: FreezeNote | null;
  /** Whether the primary button freezes or unfreezes. */
  freeze: boolean;
  /** The primary button's label; null if it only closes the prompt. */
  confirm: string | null;
  /** The label of the button for the opposite change, if that is offered. */
  other: string | null;
  cancel: string;
};

/** Formats a time in the person's zone. */
type FormatTime = (at: string) => string;

/**
 * Also offers the opposite if the issuer's status is unknown or not the expected one. If it is unknown, Enter freezes
 * whatever was requested, because an unfreeze may enable a lost card. Enter also keeps a card frozen that has a
 * colleague's note or that someone else has just frozen: the command may have changed just before the key press.
 */
export function freezePrompt(
  card: NamedCard,
  freeze: boolean,
  check: StatusCheck,
  formatTime: FormatTime,
): FreezePrompt {
  const name = `${card.cardholderName}’s card ending in ${card.lastFour}`;
  const status = check.is === "verified" ? check.status : card.status;
  if (status === "BLOCKED") return blockedPrompt(name, card, check, formatTime);
  if (check.is === "verified") {
    if (freeze === (status === "FROZEN")) return nothingToDoPrompt(name, check, formatTime);
    return freeze ? freezingPrompt(name) : unfreezingPrompt(name, check, formatTime);
  }
  if (check.is === "checking") return freeze ? freezingPrompt(name) : uncheckedUnfreezingPrompt(name);
  return {
    ...freezingPrompt(name),
    description:
      "We couldn’t verify the card’s status with the issuer. If the card is already frozen, it stays frozen.",
    other: "Unfreeze",
  };
}

/** So recent that the person may have seen only the previous status. */
function isRecentChangeByOther(change: StatusChange | null): boolean {
  return change?.isRecent === true && mayBeSomeoneElses(change);
}

/** If the card couldn't be read before your own request, someone else may have frozen it. */
function mayBeSomeoneElses({ isYou, isCertain }: StatusChange): boolean {
  return !isYou || !isCertain;
}

/** Whether the person must see who froze the card, or a colleague's note, before unfreezing it. */
export function needsAcknowledgment({ change, note }: Pick<CheckedStatus, "change" | "note">): boolean {
  return (change !== null && mayBeSomeoneElses(change)) || note?.isYours === false;
}

function blockedPrompt(
  name: string,
  { lastFour }: NamedCard,
  check: StatusCheck,
  formatTime: FormatTime,
): FreezePrompt {
  const isVerified = check.is === "verified";
  const verification =
    check.is === "checking" ? " Checking with the issuer…" : " We couldn’t verify this with the issuer.";
  return {
    title: `${name} is already blocked`,
    description: `All purchases are declined, and a blocked card can’t be frozen.${isVerified ? "" : verification}`,
    sentence: isVerified
      ? callerStatementText({ status: "BLOCKED", lastFour }, formatTime(check.readAt))
      : null,
    note: null,
    freeze: true,
    confirm: null,
    other: null,
    cancel: "Done",
  };
}

function nothingToDoPrompt(name: string, checked: CheckedStatus, formatTime: FormatTime): FreezePrompt {
  const isFrozen = checked.status === "FROZEN";
  const effect = isFrozen ? "New purchases are declined." : "Purchases are allowed.";
  const by = changeText(checked, formatTime) ?? "The issuer just confirmed this status";
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

function changeText({ status, change }: CheckedStatus, formatTime: FormatTime): string | null {
  return change && describeStatusChange(status, change, { card: "this card", time: formatTime(change.at) });
}

function freezingPrompt(name: string): FreezePrompt {
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

function uncheckedUnfreezingPrompt(name: string): FreezePrompt {
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

function unfreezingPrompt(name: string, checked: CheckedStatus, formatTime: FormatTime): FreezePrompt {
  const { since, change, note } = checked;
  const keepFrozen = { ...nothingToDoPrompt(name, checked, formatTime), cancel: "Keep frozen" };
  if (isRecentChangeByOther(change))
    return change?.isCertain ? { ...keepFrozen, title: `${name} was just frozen` } : keepFrozen;
  const sinceText = since
    ? `This card has been frozen since ${formatTime(since)}`
    : "This card was already frozen when Cardwell first synced it";
  const unfreeze = uncheckedUnfreezingPrompt(name);
  const description = `${changeText(checked, formatTime) ?? sinceText}. ${UNFREEZE_EFFECT}`;
  if (note?.isYours === false) return { ...keepFrozen, title: unfreeze.title, description };
  return { ...unfreeze, description, note };
}
