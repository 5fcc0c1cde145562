import type { Column } from "@/components/data-table/column";
import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime, ZoneName } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ListedTransaction } from "@/lib/domain/lists";
import { isMutedStatus } from "./billed-text";
import { TransactionCardLink } from "./transaction-card-link";

export const TRANSACTION_COLUMNS: readonly Column<ListedTransaction>[] = [
  {
    id: "holder",
    header: "Cardholder",
    cell: ({ cardholder_name }) => <span className="font-medium">{cardholder_name}</span>,
    isFixed: true,
    mobile: "title",
  },
  {
    id: "card",
    header: "Card",
    cell: (transaction) => <TransactionCardLink cardId={transaction.card_id} card={transaction.card} />,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge of="transaction" status={status} />,
    mobile: "subtitle",
  },
  {
    id: "merchant",
    header: "Merchant amount",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} isMuted />,
    align: "end",
    from: "medium",
  },
  {
    id: "amount",
    header: "Billed",
    cell: ({ bill_amount, bill_currency, status }) => (
      <Money amount={bill_amount} currency={bill_currency} isMuted={isMutedStatus(status)} />
    ),
    align: "end",
    mobile: "meta",
  },
  {
    id: "id",
    header: "Transaction ID",
    cell: ({ id }) => <CopyableId id={id} name="transaction ID" />,
    from: "wide",
  },
  {
    id: "external",
    header: "External ID",
    cell: ({ external_transaction_id }) => (
      <CopyableId id={external_transaction_id} name="external transaction ID" />
    ),
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
