"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getJson } from "@/lib/client/request";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import { type FreezeQuestion, freezeQuestion, type StatusCheck } from "./freeze-words";

type Asked = { card: FreezableCard; freeze: boolean; isOpen: boolean; onConfirm: (freeze: boolean) => void };

export type AskedQuestion = FreezeQuestion & {
  /** An unfreeze was confirmed, and the issuer is asked first whether the card is frozen. */
  isWaiting: boolean;
  /** Confirms what was asked, or the opposite. */
  choose: (freeze: boolean) => void;
};

/**
 * The question before a freeze or an unfreeze, checked against the issuer while it is open. A freeze need not wait
 * for that: it does no harm to a frozen card. An unfreeze does.
 */
export function useFreezeQuestion({ card, freeze, isOpen, onConfirm }: Asked): AskedQuestion {
  const client = useQueryClient();
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
    if (!wanted && check.is === "checking") {
      setIsWaiting(true);
      const told = await client.fetchQuery(statusQuery(card.id)).catch(() => null);
      setIsWaiting(false);
      // Otherwise the question has become another one, and is to be read first.
      if (told?.status !== "FROZEN" || !isShown.current) return;
    }
    onConfirm(wanted);
  }

  return { ...freezeQuestion(card, freeze, check), isWaiting, choose: (wanted) => void choose(wanted) };
}

function statusQuery(cardId: string) {
  return queryOptions({
    queryKey: ["card-status", cardId],
    queryFn: ({ signal }) =>
      getJson<{ status: string }>(`/api/cards/${encodeURIComponent(cardId)}/status`, signal),
    gcTime: 0,
    retry: false,
  });
}

function useStatusCheck(cardId: string, isOpen: boolean): StatusCheck {
  const { data, isFetching, isError } = useQuery({
    ...statusQuery(cardId),
    enabled: isOpen,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (!isOpen || isFetching) return { is: "checking" };
  if (isError) return { is: "unverified" };
  return data ? { is: "verified", status: data.status } : { is: "checking" };
}
