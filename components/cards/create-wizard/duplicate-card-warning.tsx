"use client";

import { useQuery } from "@tanstack/react-query";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import type { CardApplication } from "@/lib/contract/card-application";
import { customerByIdQuery } from "./customer-by-id";

/** Warns if the customer already has a similar card; it doesn't prevent another one. */
export function DuplicateCardWarning({ application }: { application: CardApplication }) {
  const { meta, cardType, preferredCardName } = application;
  const { data } = useQuery(customerByIdQuery(meta.id));
  const duplicate = data?.cards.find(
    (card) => card.cardType === cardType && isSameName(card.cardName, preferredCardName),
  );
  if (!duplicate) return null;
  return (
    <Callout
      tone="warn"
      title="This customer already has a card like this"
      isAnnounced
      detail="You can still issue another one."
      action={
        <LinkButton size="small" href={`/cards/${encodeURIComponent(duplicate.id)}`}>
          View card
        </LinkButton>
      }
    >
      An active {duplicate.cardType} card named “{duplicate.cardName}”, ending in {duplicate.lastFour}.
    </Callout>
  );
}

function isSameName(left: string, right: string): boolean {
  return left.trim().toLocaleLowerCase("en") === right.trim().toLocaleLowerCase("en");
}
