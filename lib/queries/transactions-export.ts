import "server-only";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import type { Transaction } from "@/lib/contract/transaction";
import { csvAmount, csvLastFour, csvText } from "@/lib/domain/csv";
import { FIRST_PAGE } from "@/lib/domain/lists";
import { issuer } from "@/lib/issuer/issuer";
import { exportFileName } from "@/lib/url/export-file-name";
import { isTransactionsViewLive, transactionsView } from "@/lib/url/transactions-view";
import { exportList } from "./list-export";
import { describeIncomplete, transactionsRequest } from "./transactions";

const COLUMNS = [
  "transaction_id",
  "external_transaction_id",
  "card_id",
  "last_four",
  "customer_id",
  "cardholder_name",
  "merchant_amount",
  "merchant_currency",
  "billed_amount",
  "billed_currency",
  "status",
];

export function exportTransactions(request: Request): Promise<Response> {
  return exportList<Transaction>(request, "transactions.export", async (searchParams) => {
    const view = { ...transactionsView.parse(searchParams), ...FIRST_PAGE, open: null };
    const { search, from, to, zone, status, currency, billed, min, max, card, customer, sort } = view;
    return {
      fileName: exportFileName("transactions", view, transactionsView.defaults),
      columns: COLUMNS,
      toLines,
      isLive: isTransactionsViewLive(view),
      incomplete: await describeIncomplete(view),
      days: { from, to, zone },
      filter: {
        isSearched: search !== "",
        from,
        to,
        timeZone: zone,
        status,
        currency,
        billed,
        min,
        max,
        card,
        customer,
        sort,
      },
      fetchFromIssuer: (query) => issuer().listTransactions(query),
      fetchFromIndex: (cursor) => listIndexedTransactions({ ...transactionsRequest(view), ...cursor }),
    };
  });
}

/** The issuer's transactions have only the card ID; the last four and the customer come from the index. */
async function toLines(transactions: readonly Transaction[]) {
  const cards = await findIndexedCards(transactions.map(({ card_id }) => card_id));
  return transactions.map((transaction) => {
    const card = cards.get(transaction.card_id);
    return [
      csvText(transaction.id),
      csvText(transaction.external_transaction_id),
      csvText(transaction.card_id),
      csvLastFour(card?.lastFour),
      csvText(card?.externalCustomerId),
      csvText(transaction.cardholder_name),
      csvAmount(transaction.amount, transaction.currency),
      transaction.currency,
      csvAmount(transaction.bill_amount, transaction.bill_currency),
      transaction.bill_currency,
      transaction.status,
    ];
  });
}
