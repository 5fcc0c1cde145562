import "server-only";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { FIRST_PAGE } from "@/lib/domain/cards/listed";
import { amountCell, lastFourCell, textCell, timeCell } from "@/lib/domain/exports/cell";
import { issuer } from "@/lib/issuer/issuer";
import { type FileValues, fileColumns } from "@/lib/lists/list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { exportFileName } from "@/lib/url/export-file-name";
import { transactionsSource, transactionsView } from "@/lib/url/transactions-view";
import { exportList } from "./list-export";
import { describeIncomplete, transactionsRequest } from "./transactions";

const COLUMNS = fileColumns(transactionsList);

const VALUES: FileValues<typeof transactionsList, Transaction & { card: Card | undefined }> = {
  transaction_id: ({ id }) => textCell(id),
  external_transaction_id: ({ external_transaction_id }) => textCell(external_transaction_id),
  card_id: ({ card_id }) => textCell(card_id),
  last_four: ({ card }) => lastFourCell(card?.lastFour),
  customer_id: ({ card }) => textCell(card?.externalCustomerId),
  cardholder_name: ({ cardholder_name }) => textCell(cardholder_name),
  merchant_amount: ({ amount, currency }) => amountCell(amount, currency),
  merchant_currency: ({ currency }) => currency,
  billed_amount: ({ bill_amount, bill_currency }) => amountCell(bill_amount, bill_currency),
  billed_currency: ({ bill_currency }) => bill_currency,
  status: ({ status }) => status,
  created_utc: ({ created }) => timeCell(created),
};

export function exportTransactions(request: Request): Promise<Response> {
  return exportList<Transaction>(request, "transactions.export", async (searchParams, format) => {
    const view = { ...transactionsView.parse(searchParams), ...FIRST_PAGE, open: null };
    const { search, from, to, zone, status, currency, billed, min, max, card, customer, sort } = view;
    return {
      fileName: exportFileName("transactions", view, transactionsView.defaults, format),
      sheetName: "Transactions",
      columns: COLUMNS,
      toRows,
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
async function toRows(transactions: readonly Transaction[]) {
  const cards = await findIndexedCards(transactions.map(({ card_id }) => card_id));
  return transactions.map((transaction) => {
    const row = { ...transaction, card: cards.get(transaction.card_id) };
    return COLUMNS.map((column) => VALUES[column](row));
  });
}
