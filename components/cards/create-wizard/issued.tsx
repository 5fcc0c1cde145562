"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { LinkButton } from "@/components/ui/link-button";
import type { Card } from "@/lib/contract/card";
import { newCardHref } from "@/lib/domain/new-card-links";
import { openingBalanceWords } from "./spend-limit-words";

type IssuedProps = {
  cardId: string;
  /** Null where only the id is known: after a reload, or when another tab issued it. */
  card: Card | null;
  /** The opening balance. */
  spendLimit: number;
  onAnother: (what: "customer" | "like") => void;
};

/** What did happen, and what comes next. */
export function Issued({ cardId, card, spendLimit, onAnother }: IssuedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isPhysical = card?.cardType === "physical";
  const href = `/cards/${encodeURIComponent(cardId)}`;
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
        The card is issued
      </h2>
      <Callout
        tone="good"
        title="Issued"
        isAnnounced
        detail={
          isPhysical
            ? "No plastic has been ordered: order it now, or later from the card’s page with Reissue."
            : undefined
        }
      >
        {card ? (
          <>
            {card.cardholderName} has a new {card.cardType} card, “{card.cardName}”, ending {card.lastFour}.
            Its number, expiry and CVV exist from now on. {openingBalanceWords(spendLimit, card.currency)}
          </>
        ) : (
          "The issuer has confirmed this card. It was issued once."
        )}
      </Callout>
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="primary" href={href}>
          Open the card
        </LinkButton>
        {isPhysical && <LinkButton href={`${href}?reissue`}>Order plastic</LinkButton>}
        {card ? (
          <>
            <Button onClick={() => onAnother("customer")}>Issue another for this customer</Button>
            <Button onClick={() => onAnother("like")}>Issue another like this</Button>
          </>
        ) : (
          <LinkButton href={newCardHref({ like: cardId })}>Issue another like this</LinkButton>
        )}
      </div>
    </div>
  );
}

/** Nobody knows: it is said, and nothing is offered that could make it happen twice. */
export function IssuingUnknown() {
  return (
    <Callout
      tone="warn"
      title="Nobody knows yet whether the card was issued"
      isAnnounced
      detail="You can leave this page: the overview shows it too, and nothing that you typed is lost."
    >
      The issuer did not answer. The server is finding out by reading the issuer’s records, and the outcome
      appears here by itself. Do not issue the card again meanwhile.
    </Callout>
  );
}
