"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { formatDateTime } from "@/lib/client/date-time";
import { useTimeZone } from "@/lib/client/time-zone";
import { toast } from "@/lib/client/toast";
import { type FreezableCard, type FreezeOutcome, useFreezeCard } from "@/lib/client/use-freeze-card";
import FreezeDialog from "./freeze-dialog";
import { NOT_READ_BACK, readBackSentence } from "./read-back-words";

export type CardRowFreezeProps = {
  card: FreezableCard;
  freeze: boolean;
  /** The status to show in the row; null when it is as the server says. */
  onStatus: (cardId: string, status: string | null) => void;
};

/** Freezes or unfreezes a card of a list: asks, shows it in the row at once, and tells what the issuer answered. */
export default function CardRowFreeze({ card, freeze, onStatus }: CardRowFreezeProps) {
  const [isAsking, setIsAsking] = useState(true);
  const freezing = useFreezeCard(card);
  const { timeZone } = useTimeZone();
  const { status, outcome } = freezing;

  const tellStatus = useEffectEvent((shown: string) => onStatus(card.id, shown));
  useEffect(() => tellStatus(status), [status]);

  const tellOutcome = useEffectEvent((told: FreezeOutcome) => {
    if (told.is === "confirmed") {
      const time = formatDateTime(new Date(told.confirmedAt), { style: "time", timeZone });
      toast({
        title:
          told.status === "FROZEN" ? `Frozen at ${time}, confirmed by the issuer` : `Confirmed at ${time}`,
        detail: `“${readBackSentence(told, time)}”${told.isReadBack ? "" : ` ${NOT_READ_BACK}`}`,
        action: { label: "Open card", href: `/cards/${encodeURIComponent(card.id)}` },
        timeoutMs: 0,
      });
      return;
    }
    onStatus(card.id, null);
    const isSafe = told.error.retry === "safe";
    toast({
      tone: "bad",
      title: told.freeze ? "Not confirmed as frozen" : "Not confirmed as unfrozen",
      detail: told.error.message,
      timeoutMs: 0,
      ...(isSafe
        ? { action: { label: "Try again", onSelect: () => void freezing.freeze(told.freeze) } }
        : {}),
    });
  });
  useEffect(() => {
    if (outcome) tellOutcome(outcome);
  }, [outcome]);

  return (
    <FreezeDialog
      open={isAsking}
      card={card}
      freeze={freeze}
      onClose={() => setIsAsking(false)}
      onConfirm={(chosen) => {
        setIsAsking(false);
        void freezing.freeze(chosen);
      }}
    />
  );
}
