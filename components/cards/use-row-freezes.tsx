"use client";

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { followPage, type StatusAhead } from "@/lib/client/status-ahead";
import type { ListedCard } from "@/lib/domain/lists";
import type { CardRowFreezeProps } from "./card-row-freeze";

const rowFreeze = loadOnIntent<CardRowFreezeProps>(() => import("./card-row-freeze"));

type Asked = { card: ListedCard; freeze: boolean; count: number };
type AheadById = Readonly<Record<string, StatusAhead>>;

/** Freezing from rows: several cards may be under way at once, and each row shows its own. */
export function useRowFreezes(rows: readonly ListedCard[]): {
  rows: readonly ListedCard[];
  ask: (card: ListedCard, freeze: boolean) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [ahead, setAhead] = useState<AheadById>({});

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

/** Of a row that is gone nothing is left. */
function stillAhead(ahead: AheadById, rows: readonly ListedCard[]): AheadById {
  const left: Record<string, StatusAhead> = {};
  for (const { id, status } of rows) {
    const standing = followPage(ahead[id] ?? null, status);
    if (standing) left[id] = standing;
  }
  return left;
}
