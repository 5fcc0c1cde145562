import "server-only";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import type { Transaction } from "@/lib/contract/transaction";
import { FIRST_PAGE } from "@/lib/domain/lists";
import { issuer } from "@/lib/issuer/issuer";
import { isTransactionsViewLive, transactionsView } from "@/lib/url/transactions-view";
import { exportList } from "./list-export";
import { transactionsRequest } from "./transactions";

const COLUMNS = [
  "transaction_id",
  "external_transaction_id",
  "card_id",
  "cardholder_name",
  "merchant_amount",
  "merchant_currency",
  "billed_amount",
  "billed_currency",
  "status",
  "created",
];

/** All transactions of a view as CSV. */
export function exportTransactions(request: Request): Promise<Response> {
  return exportList<Transaction>(request, "transactions.export", async (searchParams) => {
    const view = { ...transactionsView.parse(searchParams), ...FIRST_PAGE, open: null };
    const { search, from, to, status, currency, billed, min, max, card, customer, sort } = view;
    return {
      fileName: "transactions.csv",
      columns: COLUMNS,
      cells: (transaction) => [
        transaction.id,
        transaction.external_transaction_id,
        transaction.card_id,
        transaction.cardholder_name,
        transaction.amount,
        transaction.currency,
        transaction.bill_amount,
        transaction.bill_currency,
        transaction.status,
        transaction.created,
      ],
      isLive: isTransactionsViewLive(view),
      days: { from, to },
      filter: {
        isSearched: search !== "",
        from,
        to,
        status,
        currency,
        billed,
        min,
        max,
        card,
        customer,
        sort,
      },
      askIssuer: (query) => issuer().listTransactions(query),
      askIndex: (place) => listIndexedTransactions({ ...transactionsRequest(view), ...place }),
    };
  });
}
