import { CardThumb } from "@/components/cards/card-thumb";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Card } from "@/lib/contract/card";

export function NewestCards({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return <EmptyState title="No card has been issued yet" />;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {cards.map((card) => (
        <li key={card.id} className="flex items-center gap-3 px-4 py-2">
          <CardThumb design={card.cardDesign} />
          <div className="min-w-0 flex-1">
            <p className="truncate">
              <span className="font-medium">•• {card.lastFour}</span>{" "}
              <span className="text-ink-2">{card.cardName}</span>
            </p>
            <p className="truncate text-small text-ink-2">{card.cardholderName}</p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-0.5">
            <StatusBadge of="card" status={card.status} />
            <DateTime value={card.created} className="text-small text-ink-3" />
          </div>
        </li>
      ))}
    </ul>
  );
}
