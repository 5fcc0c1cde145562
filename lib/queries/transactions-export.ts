import "server-only";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { csvAmount, csvLastFour, csvText, csvTime } from "@/lib/csv/write-csv";
import { FIRST_PAGE } from "@/lib/domain/cards/listed";
import { issuer } from "@/lib/issuer/issuer";
import { type CsvValues, csvColumns } from "@/lib/lists/list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { exportFileName } from "@/lib/url/export-file-name";
import { transactionsSource, transactionsView } from "@/lib/url/transactions-view";
import { exportList } from "./list-export";
import { describeIncomplete, transactionsRequest } from "./transactions";

const COLUMNS = csvColumns(transactionsList);

const VALUES: CsvValues<typeof transactionsList, Transaction & { card: Card | undefined }> = {
  transaction_id: ({ id }) => csvText(id),
  external_transaction_id: ({ external_transaction_id }) => csvText(external_transaction_id),
  card_id: ({ card_id }) => csvText(card_id),
  last_four: ({ card }) => csvLastFour(card?.lastFour),
  customer_id: ({ card }) => csvText(card?.externalCustomerId),
  cardholder_name: ({ cardholder_name }) => csvText(cardholder_name),
  merchant_amount: ({ amount, currency }) => csvAmount(amount, currency),
  merchant_currency: ({ currency }) => currency,
  billed_amount: ({ bill_amount, bill_currency }) => csvAmount(bill_amount, bill_currency),
  billed_currency: ({ bill_currency }) => bill_currency,
  status: ({ status }) => status,
  created_utc: ({ created }) => csvTime(created),
};

export function exportTransactions(request: Request): Promise<Response> {
  return exportList<Transaction>(request, "transactions.export", async (searchParams) => {
    const view = { ...transactionsView.parse(searchParams), ...FIRST_PAGE, open: null };
    const { search, from, to, zone, status, currency, billed, min, max, card, customer, sort } = view;
    return {
      fileName: exportFileName("transactions", view, transactionsView.defaults),
      columns: COLUMNS,
      toLines,
      source: transactionsSource(view),
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
    const row = { ...transaction, card: cards.get(transaction.card_id) };
    return COLUMNS.map((column) => VALUES[column](row));
  });
}
