"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import type { Card } from "@/lib/contract/card";
import { newCardHref } from "@/lib/domain/cards/new-card-links";
import { openingBalanceText } from "./spend-limit-text";

type CardIssuedProps = {
  cardId: string;
  /** Null if only the ID is known: after a reload, or if another tab issued the card. */
  card: Card | null;
  spendLimit: number;
  onIssueAnother: (reuse: "customer" | "card") => void;
};

export function CardIssued({ cardId, card, spendLimit, onIssueAnother }: CardIssuedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isPhysical = card?.cardType === "physical";
  const href = `/cards/${encodeURIComponent(cardId)}`;
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
        Card issued
      </h2>
      <Callout
        tone="good"
        title="Issued"
        isAnnounced
        detail={
          isPhysical
            ? "No physical card has been ordered. Order it now, or later with Reissue on the card page."
            : undefined
        }
      >
        {card ? (
          <>
            {card.cardholderName} has a new {card.cardType} card, “{card.cardName}”, ending in {card.lastFour}
            . It now has a number, expiry, and CVV. {openingBalanceText(spendLimit, card.currency)}
          </>
        ) : (
          "The issuer confirmed this card. It was issued only once."
        )}
      </Callout>
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="primary" href={href}>
          View card
        </LinkButton>
        {isPhysical && <LinkButton href={`${href}?reissue`}>Order physical card</LinkButton>}
        {card ? (
          <>
            <Button onClick={() => onIssueAnother("customer")}>Issue another for this customer</Button>
            <Button onClick={() => onIssueAnother("card")}>Issue another like this</Button>
          </>
        ) : (
          <LinkButton href={newCardHref({ template: cardId })}>Issue another like this</LinkButton>
        )}
      </div>
    </div>
  );
}

export function IssueOutcomeUnknown() {
  return (
    <Callout
      tone="warn"
      title="Outcome unknown: we’re checking with the issuer"
      isAnnounced
      detail="You can leave this page. The outcome will also appear on the overview, and your entries are saved."
    >
      The issuer didn’t respond, so we don’t know yet whether the card was issued. We’re checking the issuer’s
      records, and the outcome will appear here automatically. Don’t issue the card again until then.
    </Callout>
  );
}
