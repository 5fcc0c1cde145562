import { CardFace } from "@/components/card-art/card-face";
import { CardThumb } from "@/components/card-art/card-thumb";
import { cardHref, cardsHref } from "@/components/overview/list-links";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DateTime } from "@/components/ui/values/date-time";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { Card } from "@/lib/contract/card";
import type { CardDesign } from "@/lib/contract/card-design";
import type { Customer } from "@/lib/domain/cards/customer";
import { formatCount } from "@/lib/domain/money/numbers";

type CustomerCardsProps = {
  customer: Customer;
  cards: readonly Card[];
  designs: ReadonlyMap<string, CardDesign>;
};

export function CustomerCards({ customer, cards, designs }: CustomerCardsProps) {
  const rest = customer.cards - cards.length;
  return (
    <>
      <ul
        aria-label="Cards"
        className="grid grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] gap-4 max-sm:grid-cols-1 max-sm:gap-2"
      >
        {cards.map((card) => (
          <li key={card.id}>
            <IntentLink
              href={cardHref(card.id)}
              className="block rounded-panel border border-line bg-surface p-3 transition-colors duration-quick hover:border-line-strong hover:bg-hover"
            >
              <CardFace
                design={designs.get(card.cardDesign) ?? { id: card.cardDesign }}
                card={card}
                size="gallery"
                className="max-sm:hidden"
              />
              <span className="flex items-center justify-between gap-3 sm:mt-3 sm:gap-2">
                <CardThumb design={card.cardDesign} className="sm:hidden" />
                <span className="min-w-0 flex-1 truncate">
                  <span className="font-medium">•• {card.lastFour}</span>{" "}
                  <span className="text-ink-2">{card.cardName}</span>
                </span>
                <StatusBadge of="card" status={card.status} />
              </span>
              <span className="block text-small text-ink-3 max-sm:pl-12">
                {card.cardType}, issued <DateTime value={card.created} style="date" />
              </span>
            </IntentLink>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-3">
          <IntentLink
            href={cardsHref({ customer: customer.id })}
            className="rounded-[3px] font-medium text-accent hover:underline"
          >
            {formatCount(rest)} more {rest === 1 ? "card" : "cards"}
          </IntentLink>
        </p>
      )}
    </>
  );
}
