"use client";

import { CardThumb } from "@/components/card-art/card-thumb";
import { useRovingTabIndex } from "@/components/ui/popups/roving-tab-index";
import { shortenMiddle } from "@/components/ui/values/shorten-middle";
import type { ListedTransaction } from "@/lib/domain/cards/listed";

type TransactionCardLinkProps = { cardId: string; card: ListedTransaction["card"] };

/** A plain link, because the table handles its clicks. Shows the last four if the index has the card. */
export function TransactionCardLink({ cardId, card }: TransactionCardLinkProps) {
  const tabIndex = useRovingTabIndex();
  return (
    <a
      href={`/cards/${encodeURIComponent(cardId)}`}
      tabIndex={tabIndex}
      aria-label={card ? `View card ending in ${card.lastFour}` : `View card ${cardId}`}
      className="inline-flex min-h-6 max-w-full items-center gap-2 rounded-[4px] hover:text-ink hover:underline"
    >
      {card && <CardThumb design={card.cardDesign} size="h-[1.125rem] w-7" className="max-sm:hidden" />}
      {card ? `•• ${card.lastFour}` : <span className="font-mono text-small">{shortenMiddle(cardId)}</span>}
    </a>
  );
}
