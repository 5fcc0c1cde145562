"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTimeZone } from "@/lib/client/time-zone";
import { type ToastHandle, type ToastMessage, toast } from "@/lib/client/toast";
import {
  type FreezableCard,
  type FreezeOutcome,
  isAskedAgain,
  undoOf,
  useFreezeCard,
} from "@/lib/client/use-freeze-card";
import type { SeenStatus, StatusChange, StatusSnapshot } from "@/lib/domain/card-status";
import { formatDateTime } from "@/lib/domain/date-time";
import FreezeDialog from "./freeze-dialog";
import { NOT_READ_BACK, outdatedSentence, readBackSentence, readBackTitle } from "./read-back-words";

/** What a row shows: the card's status as it was read last, and what is under way. */
export type RowState = { latest: StatusSnapshot; pending: boolean | null };

export type CardRowFreezeProps = {
  card: FreezableCard;
  freeze: boolean;
  onState: (cardId: string, state: RowState) => void;
  /** The person has dismissed the message: nothing on the screen rests on this any more. */
  onDismiss: () => void;
};

/** Freezes or unfreezes a card of a list: asks, shows in the row what is under way, and tells what the issuer answered. */
export default function CardRowFreeze({ card, freeze, onState, onDismiss }: CardRowFreezeProps) {
  const [isAsking, setIsAsking] = useState(true);
  const { latest, change, pending, outcome, freeze: send } = useFreezeCard(card);
  const { timeZone } = useTimeZone();
  const told = useRef<ToastHandle | null>(null);
  const { status, readAt } = latest;

  useEffect(() => {
    onState(card.id, { latest: { status, readAt }, pending });
  }, [onState, card.id, status, readAt, pending]);

  async function confirm(chosen: boolean, seen?: SeenStatus) {
    setIsAsking(false);
    if (isAskedAgain(await send(chosen, seen))) setIsAsking(true);
  }
  // A message may be pressed long after it was told, and must not act on what was known then.
  const confirmNow = useRef(confirm);
  useEffect(() => {
    confirmNow.current = confirm;
  });

  // Who changed the card is known a moment after it is known to be changed.
  const changedBy = outcome?.is === "confirmed" && outcome.isOutdated ? change : null;
  const tell = useEffectEvent((news: FreezeOutcome, by: StatusChange | null) => {
    if (isAskedAgain(news)) return;
    const timeOf = (at: string) => formatDateTime(new Date(at), { style: "time", timeZone });
    const message = {
      ...freezeToast(news, { card, latest, change: by }, timeOf),
      ...actionFor(news),
      timeoutMs: 0,
    };
    if (told.current && news.is === "confirmed" && news.isOutdated) told.current.update(message);
    else {
      const replaced = told.current;
      const handle = toast(message, () => {
        if (told.current === handle) onDismiss();
      });
      told.current = handle;
      replaced?.close();
    }
  });
  useEffect(() => {
    if (outcome) tell(outcome, changedBy);
  }, [outcome, changedBy]);
  // Without this row nobody would notice that what was told no longer holds.
  useEffect(() => () => told.current?.close(), []);

  /** The message closes with the press, and the answer to it brings another one. */
  function sendFromMessage(wanted: boolean, seen?: StatusSnapshot) {
    told.current = null;
    void confirmNow.current(wanted, seen);
  }

  function actionFor(news: FreezeOutcome): Pick<ToastMessage, "action"> {
    const undo = undoOf(news);
    if (undo && news.is === "confirmed")
      return { action: { label: undo.label, onSelect: () => sendFromMessage(undo.freeze, news) } };
    if (news.is === "refused" && news.error.retry === "safe")
      return { action: { label: "Try again", onSelect: () => sendFromMessage(news.freeze) } };
    return { action: { label: "Open card", href: `/cards/${encodeURIComponent(card.id)}` } };
  }

  return (
    <FreezeDialog
      open={isAsking}
      card={{ ...card, status, readAt }}
      freeze={freeze}
      onClose={() => setIsAsking(false)}
      onConfirm={(chosen, seen) => void confirm(chosen, seen)}
    />
  );
}

type Situation = { card: FreezableCard; latest: StatusSnapshot; change: StatusChange | null };

function freezeToast(
  outcome: FreezeOutcome,
  { card, latest, change }: Situation,
  timeOf: (at: string) => string,
): ToastMessage {
  if (outcome.is === "refused")
    return {
      tone: "bad",
      title: outcome.freeze ? "Freeze not confirmed" : "Unfreeze not confirmed",
      detail: outcome.error.message,
    };
  if (outcome.isOutdated) {
    const { status, lastFour = card.lastFour } = latest;
    const changed = { status, lastFour, formerLastFour: outcome.lastFour, change };
    return {
      tone: "neutral",
      title: "Status changed",
      detail: outdatedSentence(changed, outcome.confirmedAt, timeOf),
    };
  }
  const time = timeOf(outcome.confirmedAt);
  return {
    title: readBackTitle(outcome, time),
    detail: `“${readBackSentence(outcome, time)}”${outcome.isReadBack ? "" : ` ${NOT_READ_BACK}`}`,
  };
}
