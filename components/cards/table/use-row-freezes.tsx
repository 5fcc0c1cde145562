"use client";

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { latestSnapshot } from "@/lib/domain/cards/card-status";
import type { ListedCard } from "@/lib/domain/cards/listed";
import type { CardRowFreezeProps, RowState } from "./card-row-freeze";

const rowFreeze = loadOnIntent<CardRowFreezeProps>(() => import("./card-row-freeze"));

type OpenFreeze = { card: ListedCard; freeze: boolean; sequence: number };

/** A listed card with its pending freeze or unfreeze. */
export type FreezableRow = ListedCard & { pending?: boolean | null };

/** Freezes cards from table rows, several at a time. */
export function useRowFreezes(cards: readonly ListedCard[]): {
  rows: readonly FreezableRow[];
  openFreezeDialog: (card: ListedCard, freeze: boolean) => void;
  dialogs: ReactNode;
} {
  const [openFreezes, setOpenFreezes] = useState<readonly OpenFreeze[]>([]);
  const [rowStates, setRowStates] = useState<Readonly<Record<string, RowState>>>({});

  const openFreezeDialog = useCallback((card: ListedCard, freeze: boolean) => {
    setOpenFreezes((others) => [
      ...others.filter((other) => other.card.id !== card.id),
      { card, freeze, sequence: (others.at(-1)?.sequence ?? 0) + 1 },
    ]);
  }, []);
  const updateRow = useCallback((cardId: string, state: RowState) => {
    setRowStates((others) => ({ ...others, [cardId]: state }));
  }, []);

  const rows = useMemo(
    () =>
      cards.map((row) => {
        const state = rowStates[row.id];
        if (!state) return row;
        const { status, readAt } = latestSnapshot(row, state.latest);
        return { ...row, status, readAt, pending: state.pending };
      }),
    [cards, rowStates],
  );

  const close = (sequence: number) =>
    setOpenFreezes((others) => others.filter((other) => other.sequence !== sequence));
  const dialogs = openFreezes.map(({ card, freeze, sequence }) => (
    <PopupBoundary key={sequence} open onClose={() => close(sequence)}>
      <rowFreeze.Component
        card={cards.find(({ id }) => id === card.id) ?? card}
        freeze={freeze}
        onState={updateRow}
        onDismiss={() => close(sequence)}
      />
    </PopupBoundary>
  ));

  return { rows, openFreezeDialog, dialogs };
}
