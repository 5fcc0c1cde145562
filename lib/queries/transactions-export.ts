import "server-only";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { findFacts, findSettledEvents } from "@/lib/card-index/find-facts";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { FIRST_PAGE } from "@/lib/domain/cards/listed";
import { type SettledEvent, sourceText, type TransactionFacts } from "@/lib/domain/cards/transaction-facts";
import { amountCell, lastFourCell, textCell, timeCell } from "@/lib/domain/exports/cell";
import { can } from "@/lib/domain/people/permissions";
import { issuer } from "@/lib/issuer/issuer";
import { type FileValues, fileColumns } from "@/lib/lists/list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { exportFileName } from "@/lib/url/export-file-name";
import { transactionsSource, transactionsView } from "@/lib/url/transactions-view";
import { exportList } from "./list-export";
import { describeIncomplete, transactionsRequest } from "./transactions";

const COLUMNS = fileColumns(transactionsList);

type ExportedTransaction = Transaction & {
  card: Card | undefined;
  facts: TransactionFacts | undefined;
  events: readonly Pick<SettledEvent, "source">[];
};

const VALUES: FileValues<typeof transactionsList, ExportedTransaction> = {
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
  merchant: ({ facts }) => textCell(facts?.merchant),
  cleared_utc: ({ facts }) => facts?.clearedAt && timeCell(facts.clearedAt),
  refunded_utc: ({ facts }) => facts?.refundedAt && timeCell(facts.refundedAt),
  cardholder_fees: ({ facts, bill_currency }) =>
    facts?.fees && amountCell(facts.fees, facts.currency ?? bill_currency),
  balance_effect: ({ facts, bill_currency }) =>
    facts?.effect && amountCell(facts.effect, facts.currency ?? bill_currency),
  settlement_currency: ({ facts, bill_currency }) => facts && (facts.currency ?? bill_currency),
  settlement_source: ({ events }) =>
    events.length === 0 ? null : events.map(({ source }) => sourceText(source)).join("; "),
};

export function exportTransactions(request: Request): Promise<Response> {
  return exportList<Transaction>(request, "transactions.export", async (searchParams, format, role) => {
    const view = { ...transactionsView.parse(searchParams), ...FIRST_PAGE, open: null };
    const { search, from, to, zone, status, currency, billed, min, max, card, customer, sort } = view;
    const { merchant, clearedFrom, clearedTo } = view;
    return {
      fileName: exportFileName("transactions", view, transactionsView.defaults, format),
      sheetName: "Transactions",
      columns: COLUMNS,
      toRows: (transactions) => toRows(transactions, { withEffect: can(role, "reports.read") }),
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
        // May be a person's name.
        isOneMerchant: merchant !== "",
        clearedFrom,
        clearedTo,
        sort,
      },
      fetchFromIssuer: (query) => issuer().listTransactions(query),
      fetchFromIndex: (cursor) => listIndexedTransactions({ ...transactionsRequest(view), ...cursor }),
    };
  });
}

/**
 * The issuer's transactions have only the card ID; the last four and the customer come from the index, and the rest from
 * the settlement files.
 */
async function toRows(transactions: readonly Transaction[], options: { withEffect: boolean }) {
  const ids = transactions.map(({ id }) => id);
  const [cards, facts, events] = await Promise.all([
    findIndexedCards(transactions.map(({ card_id }) => card_id)),
    findFacts(ids, options),
    findSettledEvents(ids),
  ]);
  return transactions.map((transaction) => {
    const row = {
      ...transaction,
      card: cards.get(transaction.card_id),
      facts: facts.get(transaction.id),
      events: events.get(transaction.id) ?? [],
    };
    return COLUMNS.map((column) => VALUES[column](row));
  });
}
