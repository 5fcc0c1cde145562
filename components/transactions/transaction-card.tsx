"use client";

import { CardThumb } from "@/components/card-art/card-thumb";
import { FreezeButton } from "@/components/cards/freeze/freeze-button";
import { FreezeProvider, FreezeStatus } from "@/components/cards/freeze/freeze-context";
import { FreezeOutcome } from "@/components/cards/freeze/freeze-outcome";
import { LinkButton } from "@/components/ui/buttons/link-button";
import type { StatusSnapshot } from "@/lib/domain/cards/card-status";
import type { FoundCard } from "@/lib/domain/cards/search-results";

export type TransactionCardProps = {
  card: FoundCard & StatusSnapshot;
  canFreeze: boolean;
  transactionsHref: string;
};

export default function TransactionCard({ card, canFreeze, transactionsHref }: TransactionCardProps) {
  return (
    <FreezeProvider key={card.id} card={card}>
      <section aria-label="Card" className="flex flex-col gap-3 border-line border-t pt-3">
        <div className="flex items-center gap-3">
          <CardThumb design={card.cardDesign} size="h-8 w-[3.125rem]" />
          <div className="min-w-0 flex-1">
            <p className="truncate">
              <span className="font-medium">•• {card.lastFour}</span>{" "}
              <span className="text-ink-2">{card.cardName}</span>
            </p>
            <p className="truncate text-small text-ink-2">
              {card.cardType}, {card.externalCustomerId}
            </p>
          </div>
          <FreezeStatus />
        </div>
        <FreezeOutcome />
        <div className="flex flex-wrap gap-2">
          <LinkButton href={`/cards/${encodeURIComponent(card.id)}`}>View card</LinkButton>
          <LinkButton href={transactionsHref} scroll={false}>
            View transactions
          </LinkButton>
          {canFreeze && <FreezeButton />}
        </div>
      </section>
    </FreezeProvider>
  );
}
