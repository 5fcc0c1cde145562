"use client";

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { latestSnapshot } from "@/lib/domain/card-status";
import type { ListedCard } from "@/lib/domain/lists";
import type { CardRowFreezeProps, RowState } from "./card-row-freeze";

const rowFreeze = loadOnIntent<CardRowFreezeProps>(() => import("./card-row-freeze"));

type Asked = { card: ListedCard; freeze: boolean; count: number };

/** A card of the list, and what is under way with it. */
export type FreezableRow = ListedCard & { pending?: boolean | null };

/** Freezing from rows: several cards may be under way at once, and each row shows its own. */
export function useRowFreezes(listed: readonly ListedCard[]): {
  rows: readonly FreezableRow[];
  ask: (card: ListedCard, freeze: boolean) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [known, setKnown] = useState<Readonly<Record<string, RowState>>>({});

  const ask = useCallback((card: ListedCard, freeze: boolean) => {
    setAsked((others) => [
      ...others.filter((other) => other.card.id !== card.id),
      { card, freeze, count: (others.at(-1)?.count ?? 0) + 1 },
    ]);
  }, []);
  const tell = useCallback((cardId: string, state: RowState) => {
    setKnown((others) => ({ ...others, [cardId]: state }));
  }, []);

  const rows = useMemo(
    () =>
      listed.map((row) => {
        const state = known[row.id];
        if (!state) return row;
        const { status, readAt } = latestSnapshot(row, state.latest);
        return { ...row, status, readAt, pending: state.pending };
      }),
    [listed, known],
  );

  const end = (count: number) => setAsked((others) => others.filter((other) => other.count !== count));
  const dialogs = asked.map(({ card, freeze, count }) => (
    <PopupBoundary key={count} open onClose={() => end(count)}>
      <rowFreeze.Component
        card={listed.find(({ id }) => id === card.id) ?? card}
        freeze={freeze}
        onState={tell}
        onDismiss={() => end(count)}
      />
    </PopupBoundary>
  ));

  return { rows, ask, dialogs };
}
