import { FreezeStatus } from "@/components/cards/freeze/freeze-context";
import { customerHref } from "@/components/overview/list-links";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DescriptionList } from "@/components/ui/description-list";
import { DateTime } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import type { CardDetail } from "@/lib/contract/card";

type CardDetailsProps = { card: CardDetail; designName: string | null; isFromIndex: boolean };

export function CardDetails({ card, designName, isFromIndex }: CardDetailsProps) {
  return (
    <DescriptionList
      facts={[
        { name: "Status", value: <FreezeStatus /> },
        ...(card.statusReason ? [{ name: "Reason", value: <LongText>{card.statusReason}</LongText> }] : []),
        { name: "Available credit", value: <AvailableCredit card={card} isFromIndex={isFromIndex} /> },
        { name: "Cardholder", value: <LongText>{card.cardholderName}</LongText> },
        { name: "Card name", value: <LongText>{card.cardName}</LongText> },
        { name: "Type", value: <span className="inline-block first-letter:uppercase">{card.cardType}</span> },
        { name: "Design", value: designName ?? card.cardDesign },
        { name: "Customer", value: <CustomerLink id={card.externalCustomerId} /> },
        { name: "Card ID", value: <CopyableId id={card.id} name="card ID" /> },
        { name: "Issued", value: <DateTime value={card.created} style="full" /> },
      ]}
    />
  );
}

function AvailableCredit({ card, isFromIndex }: { card: CardDetail; isFromIndex: boolean }) {
  if (card.availableCredit != null) return <Money amount={card.availableCredit} currency={card.currency} />;
  return (
    <span className="text-ink-3">
      {isFromIndex ? "Only available from the issuer" : "Not provided by the issuer"}
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

function LongText({ children }: { children: string }) {
  return <span className="break-words">{children}</span>;
}
