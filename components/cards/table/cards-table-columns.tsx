import { CardThumb } from "@/components/card-art/card-thumb";
import { FreezeBadge } from "@/components/cards/freeze/freeze-badge";
import { type TableCells, tableColumns } from "@/components/data-table/column";
import { TitleCell } from "@/components/data-table/title-cell";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import { cardsList } from "@/lib/lists/cards-list";
import type { FreezableRow } from "./use-row-freezes";

const CELLS: TableCells<typeof cardsList, FreezableRow> = {
  card: {
    share: 24,
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
  holder: {
    share: 23,
    cell: ({ cardholderName }) => <span className="text-ink">{cardholderName}</span>,
    mobile: "subtitle",
  },
  customer: {
    share: 12,
    cell: ({ externalCustomerId }) => <CopyableId id={externalCustomerId} name="customer ID" />,
    from: "medium",
  },
  type: { share: 9, cell: ({ cardType }) => cardType, from: "medium" },
  design: { share: 10, cell: ({ designName }) => designName, from: "wide" },
  status: {
    share: 11,
    cell: ({ status, pending }) => <FreezeBadge status={status} pending={pending ?? null} />,
    mobile: "meta",
  },
  id: {
    share: 12,
    cell: ({ id }) => <CopyableId id={id} name="card ID" />,
    from: "wide",
  },
  created: {
    share: 11,
    note: <ZoneName />,
    cell: ({ created }) => <DateTime value={created} style="short" />,
    align: "end",
    mobile: "meta",
  },
};

export const CARDS_TABLE_COLUMNS = tableColumns(cardsList, CELLS);
