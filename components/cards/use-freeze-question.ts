"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTimeZone } from "@/lib/client/time-zone";
import { cardStatusQuery, useCardStatus } from "@/lib/client/use-card-status";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import type { SeenStatus } from "@/lib/domain/card-status";
import { formatTimeOfDay } from "@/lib/domain/date-time";
import {
  type FreezeQuestion,
  freezeQuestion,
  isToBeReadFirst,
  type StatusCheck,
  toStatusCheck,
} from "./freeze-words";

/** With what the person decided on. */
export type ConfirmFreeze = (freeze: boolean, seen: SeenStatus) => void;

type Asked = { card: FreezableCard; freeze: boolean; isOpen: boolean; onConfirm: ConfirmFreeze };

export type AskedQuestion = FreezeQuestion & {
  /** An unfreeze was confirmed, and the issuer is asked first whether the card is frozen. */
  isWaiting: boolean;
  /** Confirms what was asked, or the opposite. */
  choose: (freeze: boolean) => void;
  /** The time as the person reads it, with its date where that is not today. */
  timeOf: (at: string) => string;
};

/**
 * The question before a freeze or an unfreeze, checked against the issuer for as long as it is open. A freeze need not
 * wait for that: it does no harm to a frozen card. An unfreeze does.
 */
export function useFreezeQuestion({ card, freeze, isOpen, onConfirm }: Asked): AskedQuestion {
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

  async function choose(wanted: boolean) {
    if (isWaiting) return;
    const { status, readAt } = card;
    if (wanted || check.is !== "checking")
      return onConfirm(wanted, check.is === "verified" ? check : { status, readAt });
    setIsWaiting(true);
    const told = await client.fetchQuery(cardStatusQuery(card.id)).catch(() => null);
    setIsWaiting(false);
    // Otherwise the question has become another one, and is to be read first.
    if (told?.status !== "FROZEN" || isToBeReadFirst(told) || !isShown.current) return;
    onConfirm(wanted, told);
  }

  const timeOf = (at: string) => formatTimeOfDay(new Date(at), { timeZone, now: new Date() });
  return {
    ...freezeQuestion(card, freeze, check, timeOf),
    isWaiting,
    choose: (wanted) => void choose(wanted),
    timeOf,
  };
}

/** What an earlier opening found out counts for nothing; what this one found stands while it is asked again. */
function useStatusCheck(cardId: string, isOpen: boolean): StatusCheck {
  const { data, isFetching, isError } = useCardStatus(cardId, {
    isNeeded: isOpen,
    polledFor: isOpen ? "question" : null,
  });
  const [isChecked, setIsChecked] = useState(false);
  const isAnswered = isOpen && (isChecked || !isFetching);
  if (isAnswered !== isChecked) setIsChecked(isAnswered);
  return toStatusCheck(isAnswered, { data, isError });
}
