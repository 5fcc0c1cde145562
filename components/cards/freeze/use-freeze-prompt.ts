"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTimeZone } from "@/lib/client/time-zone";
import { cardStatusQuery, useCardStatus } from "@/lib/client/use-card-status";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import type { SeenStatus } from "@/lib/domain/cards/card-status";
import { formatTimeOfDay } from "@/lib/domain/time/date-time";
import {
  type FreezePrompt,
  freezePrompt,
  needsAcknowledgment,
  type StatusCheck,
  toStatusCheck,
} from "./freeze-prompt";

/** `seen` is the status that the person saw when they confirmed. */
export type ConfirmFreeze = (freeze: boolean, seen: SeenStatus) => void;

type FreezePromptOptions = {
  card: FreezableCard;
  freeze: boolean;
  isOpen: boolean;
  onConfirm: ConfirmFreeze;
};

export type OpenFreezePrompt = FreezePrompt & {
  /** An unfreeze was confirmed and waits for the status check. */
  isWaiting: boolean;
  /** Confirms the requested change or the opposite. */
  choose: (freeze: boolean) => void;
  /** Formats a time in the person's zone, with the date unless it is today. */
  formatTime: (at: string) => string;
};

/**
 * Checks the card's status while the prompt is open. A freeze doesn't wait for the check, because freezing a frozen
 * card does no harm; an unfreeze does.
 */
export function useFreezePrompt({ card, freeze, isOpen, onConfirm }: FreezePromptOptions): OpenFreezePrompt {
  const client = useQueryClient();
  const { timeZone } = useTimeZone();
  const [isWaiting, setIsWaiting] = useState(false);
  const check = useStatusCheck(card.id, isOpen);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);

  async function choose(shouldFreeze: boolean) {
    if (isWaiting) return;
    const { status, readAt } = card;
    if (shouldFreeze || check.is !== "checking")
      return onConfirm(shouldFreeze, check.is === "verified" ? check : { status, readAt });
    setIsWaiting(true);
    const checked = await client.fetchQuery(cardStatusQuery(card.id)).catch(() => null);
    setIsWaiting(false);
    // Otherwise the prompt has changed and must be read first.
    if (checked?.status !== "FROZEN" || needsAcknowledgment(checked) || !isShown.current) return;
    onConfirm(shouldFreeze, checked);
  }

  const formatTime = (at: string) => formatTimeOfDay(new Date(at), { timeZone, now: new Date() });
  return {
    ...freezePrompt(card, freeze, check, formatTime),
    isWaiting,
    choose: (shouldFreeze) => void choose(shouldFreeze),
    formatTime,
  };
}

/** Ignores the result of an earlier prompt, and keeps this one's during a refetch. */
function useStatusCheck(cardId: string, isOpen: boolean): StatusCheck {
  const { data, isFetching, isError } = useCardStatus(cardId, {
    isEnabled: isOpen,
    pollKey: isOpen ? "prompt" : null,
  });
  const [isChecked, setIsChecked] = useState(false);
  const hasResponse = isOpen && (isChecked || !isFetching);
  if (hasResponse !== isChecked) setIsChecked(hasResponse);
  return toStatusCheck(hasResponse, { data, isError });
}
