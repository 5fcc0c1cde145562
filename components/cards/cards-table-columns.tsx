import type { Column } from "@/components/data-table/column";
import { TitleCell } from "@/components/data-table/title-cell";
import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime, ZoneName } from "@/components/ui/date-time";
import { CardThumb } from "./card-thumb";
import { FreezeBadge } from "./freeze-context";
import type { FreezableRow } from "./use-row-freezes";

export const CARD_COLUMNS: readonly Column<FreezableRow>[] = [
  {
    id: "card",
    header: "Card",
    cell: ({ cardDesign, lastFour, formerLastFour, cardName }) => (
      <TitleCell
        lead={<CardThumb design={cardDesign} />}
        detail={formerLastFour ? `formerly •• ${formerLastFour}` : cardName}
      >
        {`•• ${lastFour}`}
      </TitleCell>
    ),
    isFixed: true,
    mobile: "title",
  },
  {
    id: "holder",
    header: "Cardholder",
    cell: ({ cardholderName }) => <span className="text-ink">{cardholderName}</span>,
    mobile: "subtitle",
  },
  {
    id: "customer",
    header: "Customer",
    cell: ({ externalCustomerId }) => <CopyableId id={externalCustomerId} name="customer ID" />,
    from: "medium",
  },
  { id: "type", header: "Type", cell: ({ cardType }) => cardType, from: "medium" },
  { id: "design", header: "Design", cell: ({ designName }) => designName, from: "wide" },
  {
    id: "status",
    header: "Status",
    cell: ({ status, pending }) => <FreezeBadge status={status} pending={pending ?? null} />,
    mobile: "meta",
  },
  {
    id: "id",
    header: "Card ID",
    cell: ({ id }) => <CopyableId id={id} name="card ID" />,
    from: "wide",
    isHiddenByDefault: true,
  },
  {
    id: "created",
    header: "Created",
    note: <ZoneName />,
    cell: ({ created }) => <DateTime value={created} style="short" />,
    align: "end",
    mobile: "meta",
  },
];
