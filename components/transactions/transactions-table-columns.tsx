import { type TableCells, tableColumns } from "@/components/data-table/column";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { ListedTransaction } from "@/lib/domain/cards/listed";
import type { TransactionFacts } from "@/lib/domain/cards/transaction-facts";
import { transactionsList } from "@/lib/lists/transactions-list";
import { isMutedStatus } from "./billed-text";
import { TransactionCardLink } from "./transaction-card-link";

export const TRANSACTION_CELLS: TableCells<typeof transactionsList, ListedTransaction> = {
  holder: {
    share: 24,
    cell: ({ cardholder_name }) => <span className="font-medium">{cardholder_name}</span>,
    isFixed: true,
    mobile: "title",
  },
  card: {
    share: 12,
    cell: (transaction) => <TransactionCardLink cardId={transaction.card_id} card={transaction.card} />,
  },
  status: {
    share: 12,
    cell: ({ status }) => <StatusBadge of="transaction" status={status} />,
    mobile: "subtitle",
  },
  merchantName: {
    share: 16,
    cell: ({ facts }) => facts?.merchant,
    from: "wide",
  },
  merchant: {
    share: 15,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} isMuted />,
    align: "end",
    from: "medium",
  },
  amount: {
    share: 14,
    cell: ({ bill_amount, bill_currency, status }) => (
      <Money amount={bill_amount} currency={bill_currency} isMuted={isMutedStatus(status)} />
    ),
    align: "end",
    mobile: "meta",
  },
  id: {
    share: 12,
    cell: ({ id }) => <CopyableId id={id} name="transaction ID" />,
    from: "wide",
  },
  external: {
    share: 12,
    cell: ({ external_transaction_id }) => (
      <CopyableId id={external_transaction_id} name="external transaction ID" />
    ),
    from: "wide",
  },
  created: {
    share: 13,
    note: <ZoneName />,
    cell: ({ created }) => <DateTime value={created} style="short" />,
    align: "end",
    mobile: "meta",
  },
  cleared: {
    share: 13,
    cell: ({ facts }) => facts?.clearedAt && <DateTime value={facts.clearedAt} style="short" />,
    align: "end",
    from: "medium",
  },
  refunded: {
    share: 13,
    cell: ({ facts }) => facts?.refundedAt && <DateTime value={facts.refundedAt} style="short" />,
    align: "end",
    from: "medium",
  },
  fees: {
    share: 13,
    cell: ({ facts, bill_currency }) => facts?.fees && settledMoney(facts.fees, facts, bill_currency),
    align: "end",
    from: "medium",
  },
  effect: {
    share: 13,
    cell: ({ facts, bill_currency }) => facts?.effect && settledMoney(facts.effect, facts, bill_currency),
    align: "end",
    from: "medium",
  },
};

function settledMoney(amount: string, { currency }: TransactionFacts, billCurrency: string) {
  return <Money amount={amount} currency={currency ?? billCurrency} isMuted />;
}

const COLUMNS = tableColumns(transactionsList, TRANSACTION_CELLS);
const COLUMNS_WITHOUT_EFFECT = COLUMNS.filter(({ id }) => id !== "effect");

export function transactionsTableColumns(canReadReports: boolean) {
  return canReadReports ? COLUMNS : COLUMNS_WITHOUT_EFFECT;
}
