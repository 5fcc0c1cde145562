import { CardThumb } from "@/components/card-art/card-thumb";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { Card } from "@/lib/contract/card";

/** The customer's other cards, because the caller may mean one of them. */
export function OtherCardList({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="divide-y divide-line border-line border-t">
      {cards.map((card) => (
        <li key={card.id}>
          <IntentLink
            href={`/cards/${encodeURIComponent(card.id)}`}
            className="flex items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <CardThumb design={card.cardDesign} />
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">•• {card.lastFour}</span>{" "}
              <span className="text-ink-2">{card.cardName}</span>
            </span>
            <StatusBadge of="card" status={card.status} />
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}
