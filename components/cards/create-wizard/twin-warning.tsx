"use client";

import { useQuery } from "@tanstack/react-query";
import { Callout } from "@/components/ui/callout";
import { LinkButton } from "@/components/ui/link-button";
import type { CardApplication } from "@/lib/contract/card-application";
import { customerOfId } from "./customer-of-id";

/** Says before it is issued that this customer has such a card already. It may be meant: nothing is forbidden. */
export function TwinWarning({ application }: { application: CardApplication }) {
  const { meta, cardType, preferredCardName } = application;
  const { data } = useQuery(customerOfId(meta.id));
  const twin = data?.cards.find(
    (card) => card.cardType === cardType && isSameName(card.cardName, preferredCardName),
  );
  if (!twin) return null;
  return (
    <Callout
      tone="warn"
      title="This customer already has a card like this"
      isAnnounced
      detail="You can still issue another one."
      action={
        <LinkButton size="small" href={`/cards/${encodeURIComponent(twin.id)}`}>
          Open card
        </LinkButton>
      }
    >
      An active {twin.cardType} card named “{twin.cardName}”, ending {twin.lastFour}.
    </Callout>
  );
}

function isSameName(left: string, right: string): boolean {
  return left.trim().toLocaleLowerCase("en") === right.trim().toLocaleLowerCase("en");
}
