"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  callerStatementText,
  callerStatementTitle,
  NOT_VERIFIED,
  outdatedSentence,
} from "@/components/cards/freeze/caller-statement-text";
import FreezeDialog from "@/components/cards/freeze/freeze-dialog";
import { useTimeZone } from "@/lib/client/time-zone";
import { type ToastHandle, type ToastMessage, toast } from "@/lib/client/toast";
import {
  type FreezableCard,
  type FreezeOutcome,
  findUndo,
  needsReconfirmation,
  useFreezeCard,
} from "@/lib/client/use-freeze-card";
import type { SeenStatus, StatusChange, StatusSnapshot } from "@/lib/domain/cards/card-status";
import { formatDateTime } from "@/lib/domain/time/date-time";

export type RowState = { latest: StatusSnapshot; pending: boolean | null };

export type CardRowFreezeProps = {
  card: FreezableCard;
  freeze: boolean;
  onState: (cardId: string, state: RowState) => void;
  /** Called when the toast is closed, after which this component can be unmounted. */
  onDismiss: () => void;
};

/** Freezes or unfreezes a card from its row, and shows the outcome as a toast. */
export default function CardRowFreeze({ card, freeze, onState, onDismiss }: CardRowFreezeProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(true);
  const { latest, change, pending, outcome, freeze: send } = useFreezeCard(card);
  const { timeZone } = useTimeZone();
  const shownToast = useRef<ToastHandle | null>(null);
  const { status, readAt } = latest;

  useEffect(() => {
    onState(card.id, { latest: { status, readAt }, pending });
  }, [onState, card.id, status, readAt, pending]);

  async function confirm(chosen: boolean, seen?: SeenStatus) {
    setIsDialogOpen(false);
    if (needsReconfirmation(await send(chosen, seen))) setIsDialogOpen(true);
  }
  // A toast's button may be pressed much later and must use the current state.
  const latestConfirm = useRef(confirm);
  useEffect(() => {
    latestConfirm.current = confirm;
  });

  // The author of a change is known a moment after the change itself.
  const changedBy = outcome?.is === "confirmed" && outcome.isOutdated ? change : null;
  const showToast = useEffectEvent((nextOutcome: FreezeOutcome, by: StatusChange | null) => {
    if (needsReconfirmation(nextOutcome)) return;
    const formatTime = (at: string) => formatDateTime(new Date(at), { style: "time", timeZone });
    const message = {
      ...freezeToast(nextOutcome, { card, latest, change: by }, formatTime),
      ...actionFor(nextOutcome),
      timeoutMs: 0,
    };
    if (shownToast.current && nextOutcome.is === "confirmed" && nextOutcome.isOutdated)
      shownToast.current.update(message);
    else {
      const replaced = shownToast.current;
      const handle = toast(message, () => {
        if (shownToast.current === handle) onDismiss();
      });
      shownToast.current = handle;
      replaced?.close();
    }
  });
  useEffect(() => {
    if (outcome) showToast(outcome, changedBy);
  }, [outcome, changedBy]);
  // Without this component the toast would no longer be updated.
  useEffect(() => () => shownToast.current?.close(), []);

  /** Pressing the button closes the toast; the response opens another one. */
  function sendFromToast(shouldFreeze: boolean, seen?: StatusSnapshot) {
    shownToast.current = null;
    void latestConfirm.current(shouldFreeze, seen);
  }

  function actionFor(nextOutcome: FreezeOutcome): Pick<ToastMessage, "action"> {
    const undo = findUndo(nextOutcome);
    if (undo && nextOutcome.is === "confirmed")
      return { action: { label: undo.label, onSelect: () => sendFromToast(undo.freeze, nextOutcome) } };
    if (nextOutcome.is === "failed" && nextOutcome.error.retry === "safe")
      return { action: { label: "Try again", onSelect: () => sendFromToast(nextOutcome.freeze) } };
    return { action: { label: "View card", href: `/cards/${encodeURIComponent(card.id)}` } };
  }

  return (
    <FreezeDialog
      open={isDialogOpen}
      card={{ ...card, status, readAt }}
      freeze={freeze}
      onClose={() => setIsDialogOpen(false)}
      onConfirm={(chosen, seen) => void confirm(chosen, seen)}
    />
  );
}

type ToastContext = { card: FreezableCard; latest: StatusSnapshot; change: StatusChange | null };

function freezeToast(
  outcome: FreezeOutcome,
  { card, latest, change }: ToastContext,
  formatTime: (at: string) => string,
): ToastMessage {
  if (outcome.is === "failed")
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
      detail: outdatedSentence(changed, outcome.confirmedAt, formatTime),
    };
  }
  const time = formatTime(outcome.confirmedAt);
  return {
    title: callerStatementTitle(outcome, time),
    detail: `“${callerStatementText(outcome, time)}”${outcome.isVerified ? "" : ` ${NOT_VERIFIED}`}`,
  };
}
