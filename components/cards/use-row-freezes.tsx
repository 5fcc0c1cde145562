"use client";

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { ListedCard } from "@/lib/domain/lists";
import type { CardRowFreezeProps } from "./card-row-freeze";

const rowFreeze = loadOnIntent<CardRowFreezeProps>(() => import("./card-row-freeze"));

type Asked = { card: ListedCard; freeze: boolean; count: number };
/** A status that is ahead of the server's, for as long as that one has not changed. */
type Ahead = { over: string; status: string };

/** Freezing from rows: several cards may be under way at once, and each row shows its own. */
export function useRowFreezes(rows: readonly ListedCard[]): {
  rows: readonly ListedCard[];
  ask: (card: ListedCard, freeze: boolean) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [ahead, setAhead] = useState<Readonly<Record<string, Ahead>>>({});

  const ask = useCallback((card: ListedCard, freeze: boolean) => {
    setAsked((others) => [
      ...others.filter((other) => other.card.id !== card.id),
      { card, freeze, count: (others.at(-1)?.count ?? 0) + 1 },
    ]);
  }, []);

  const [knownRows, setKnownRows] = useState(rows);
  if (rows !== knownRows) {
    setKnownRows(rows);
    setAhead(stillAhead(ahead, rows));
  }

  const shown = useMemo(
    () =>
      rows.map((row) => {
        const known = ahead[row.id];
        return known && known.status !== row.status ? { ...row, status: known.status } : row;
      }),
    [rows, ahead],
  );

  const dialogs = asked.map(({ card, freeze, count }) => (
    <PopupBoundary
      key={count}
      open
      onClose={() => setAsked((others) => others.filter((other) => other.count !== count))}
    >
      <rowFreeze.Component
        card={card}
        freeze={freeze}
        onStatus={(cardId, status) =>
          setAhead((others) => {
            const { [cardId]: _, ...rest } = others;
            const over = rows.find(({ id }) => id === cardId)?.status ?? card.status;
            return status === null ? rest : { ...rest, [cardId]: { over, status } };
          })
        }
      />
    </PopupBoundary>
  ));

  return { rows: shown, ask, dialogs };
}

/** Once the server's own status has changed, or the row is gone, there is nothing to be ahead of. */
function stillAhead(
  ahead: Readonly<Record<string, Ahead>>,
  rows: readonly ListedCard[],
): Readonly<Record<string, Ahead>> {
  const status = new Map(rows.map((row) => [row.id, row.status]));
  return Object.fromEntries(Object.entries(ahead).filter(([id, { over }]) => status.get(id) === over));
}
