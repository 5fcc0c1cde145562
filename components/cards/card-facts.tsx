import { customerHref } from "@/components/overview/list-links";
import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime } from "@/components/ui/date-time";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { Money } from "@/components/ui/money";
import type { CardDetail } from "@/lib/contract/card";
import { FreezeStatus } from "./freeze-context";

type CardFactsProps = { card: CardDetail; designName: string | null; isRemembered: boolean };

/** All that the issuer says of a card. */
export function CardFacts({ card, designName, isRemembered }: CardFactsProps) {
  return (
    <DescriptionList
      facts={[
        { name: "Status", value: <FreezeStatus /> },
        ...(card.statusReason ? [{ name: "Reason", value: <Words>{card.statusReason}</Words> }] : []),
        { name: "Available credit", value: <Credit card={card} isRemembered={isRemembered} /> },
        { name: "Cardholder", value: <Words>{card.cardholderName}</Words> },
        { name: "Card name", value: <Words>{card.cardName}</Words> },
        { name: "Type", value: <span className="inline-block first-letter:uppercase">{card.cardType}</span> },
        { name: "Design", value: designName ?? card.cardDesign },
        { name: "Customer", value: <CustomerLink id={card.externalCustomerId} /> },
        { name: "Card ID", value: <CopyableId id={card.id} name="card ID" /> },
        { name: "Issued", value: <DateTime value={card.created} style="full" /> },
      ]}
    />
  );
}

function Credit({ card, isRemembered }: { card: CardDetail; isRemembered: boolean }) {
  if (card.availableCredit != null) return <Money amount={card.availableCredit} currency={card.currency} />;
  return (
    <span className="text-ink-3">
      {isRemembered ? "Only available from the issuer" : "Not provided by the issuer"}
    </span>
  );
}

function CustomerLink({ id }: { id: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <CopyableId id={id} name="customer ID" />
      <IntentLink href={customerHref(id)} className="rounded-[3px] font-medium text-accent hover:underline">
        View customer
      </IntentLink>
    </span>
  );
}

function Words({ children }: { children: string }) {
  return <span className="break-words">{children}</span>;
}
