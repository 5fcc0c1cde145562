import "server-only";
import { z } from "zod";
import { countTransactions, readTransactionFacets } from "@/lib/card-index/facets";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { findFacts } from "@/lib/card-index/find-facts";
import {
  countIndexedTransactions,
  findIndexedTransaction,
  listIndexedTransactions,
  MAX_MATCHING_CARDS,
  matchesTooManyCards,
  type TransactionFilter,
  type TransactionSortKey,
} from "@/lib/card-index/list-transactions";
import { matchesTooManyAtMerchants } from "@/lib/card-index/merchants";
import { findStatusAt } from "@/lib/card-index/status/status-change";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { readDailyTotals, readTransactionTotals } from "@/lib/card-index/transaction-totals";
import { KNOWN_TRANSACTION_STATUSES } from "@/lib/contract/transaction";
import {
  type ListedTransaction,
  MAX_COUNTED,
  type TransactionTotal,
  type TransactionTotals,
} from "@/lib/domain/cards/listed";
import { formatCount } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { parseTimestamp } from "@/lib/domain/time/timestamp";
import { issuer } from "@/lib/issuer/issuer";
import { type TransactionsView, transactionsSource, transactionsView } from "@/lib/url/transactions-view";
import { isFiltered } from "@/lib/url/view-href";
import { defineQuery } from "./define-query";
import { readListPage } from "./list-page";
import { readStart } from "./read-start";
import { readSettlement } from "./settlement";

/** The parsed URL. */
const View = z.custom<TransactionsView>((view) => typeof view === "object" && view !== null);

export const getTransactionsPage = defineQuery({
  name: "the transactions",
  permission: "transactions.read",
  input: View,
  async run({ input: view, actor, requestId }) {
    const page = await readListPage({
      source: transactionsSource(view),
      view,
      fetchFromIssuer: (query) => issuer().listTransactions(query),
      fetchFromIndex: (cursor) => listIndexedTransactions({ ...transactionsRequest(view), ...cursor }),
      requestId,
    });
    if (!page.ok) return page;
    const incomplete = await describeIncomplete(view);
    const [cards, facts] = await Promise.all([
      findIndexedCards(page.data.rows.map(({ card_id }) => card_id)),
      findFacts(
        page.data.rows.map(({ id }) => id),
        { withEffect: can(actor.role, "reports.read") },
      ),
    ]);
    const rows = page.data.rows.map((transaction): ListedTransaction => {
      const { lastFour, cardDesign, cardName } = cards.get(transaction.card_id) ?? {};
      const isKnown = lastFour !== undefined && cardDesign !== undefined && cardName !== undefined;
      const known = facts.get(transaction.id);
      return {
        ...transaction,
        card: isKnown ? { lastFour, cardDesign, cardName } : null,
        ...(known ? { facts: known } : {}),
      };
    });
    return success({ ...page.data, rows, incomplete });
  },
});

/** Converts a view into a query to the index. */
export function transactionsRequest(view: TransactionsView) {
  const [by, direction] = view.sort.split(":") as [TransactionSortKey, "asc" | "desc"];
  const filter: TransactionFilter = {
    text: view.search,
    cardIds: view.card === null ? [] : [view.card],
    customerId: view.customer || null,
    status: view.status,
    currency: view.currency,
    billCurrency: view.billed,
    minAmount: view.min === null ? null : Number(view.min),
    maxAmount: view.max === null ? null : Number(view.max),
    from: view.from,
    to: view.to,
    zone: view.zone,
    merchant: view.merchant || null,
    clearedFrom: view.clearedFrom,
    clearedTo: view.clearedTo,
  };
  return { filter, sort: { by, direction } };
}

/** Null if the list includes the transactions of all matching cards. */
export async function describeIncomplete({ search }: TransactionsView): Promise<string | null> {
  if (await matchesTooManyCards(search)) {
    const limit = formatCount(MAX_MATCHING_CARDS);
    return `The search matches more than ${limit} cards, so this list is incomplete. Add the last four or the full name.`;
  }
  if (await matchesTooManyAtMerchants(search))
    return "The search matches too many transactions by merchant, so this list is incomplete. Use the Merchant filter instead.";
  return null;
}

export const getTransactionFacets = defineQuery({
  name: "the transactions' filters",
  permission: "transactions.read",
  input: View,
  async run({ input: view }) {
    const { status, currency, card } = view;
    const [facets, cards, total] = await Promise.all([
      readTransactionFacets(),
      findIndexedCards(card === null ? [] : [card]),
      countMatching(view, MAX_COUNTED),
    ]);
    const selectedCurrency = currency === null ? [] : [currency];
    return success({
      statuses: [...new Set([...KNOWN_TRANSACTION_STATUSES, ...facets.statuses, ...status])],
      currencies: [...new Set([...facets.currencies, ...selectedCurrency])].sort(),
      total,
      lastFour: (card && cards.get(card)?.lastFour) ?? null,
    });
  },
});

function countMatching(view: TransactionsView, max: number): Promise<number> {
  return hasPrecomputedTotals(view)
    ? countTransactions(dailyTotalsFilter(view))
    : countIndexedTransactions(transactionsRequest(view).filter, max);
}

/** Without the rows; at most one more than `max` is counted. Null if the list would be incomplete. */
export async function countTransactionsOf(view: TransactionsView, max: number): Promise<number | null> {
  return (await describeIncomplete(view)) === null ? countMatching(view, max) : null;
}

export const getTransactionTotals = defineQuery({
  name: "the transactions' totals",
  permission: "transactions.read",
  input: z.record(z.string(), z.string()).transform((parameters) => transactionsView.parse(parameters)),
  async run({ input: view }) {
    const [{ transactions: index }, incomplete] = await Promise.all([
      readIndexState(),
      describeIncomplete(view),
    ]);
    const { known, total, isComplete } = index;
    const synced = isComplete ? null : { known, total };
    const totals = incomplete === null ? await addUp(view) : null;
    const unavailable = totals === null ? (incomplete ?? TOO_MANY_TO_ADD_UP) : null;
    return success<TransactionTotals>({ totals: totals ?? [], unavailable, synced });
  },
});

const TOO_MANY_TO_ADD_UP = `More than ${formatCount(MAX_COUNTED)} transactions match, too many to add up. Filter by fewer days, or only by status and billing currency.`;

/** Null if there are too many. */
function addUp(view: TransactionsView): Promise<TransactionTotal[] | null> {
  return hasPrecomputedTotals(view)
    ? readDailyTotals(dailyTotalsFilter(view))
    : readTransactionTotals(transactionsRequest(view).filter, MAX_COUNTED);
}

/**
 * Totals by UTC day, status and billing currency are precomputed, so a list filtered only by these needs no
 * counting.
 */
function hasPrecomputedTotals(view: TransactionsView): boolean {
  const { status, billed, from, to, sort } = transactionsView.defaults;
  return !isFiltered({ ...view, status, billed, from, to, sort }, transactionsView.defaults);
}

function dailyTotalsFilter({ status, billed, from, to }: TransactionsView) {
  return { status, billCurrency: billed, from, to };
}

/** From the index: the issuer can't read a single transaction. */
export const getTransaction = defineQuery({
  name: "a transaction",
  permission: "transactions.read",
  input: z.object({ id: z.string().max(64), cardId: z.string().max(64).optional() }),
  async run({ input, actor, requestId }) {
    const { at: readAt } = await readStart();
    const transaction = await findIndexedTransaction(input.id);
    const cardId = transaction?.card_id ?? input.cardId;
    const known = cardId ? (await findIndexedCards([cardId])).get(cardId) : undefined;
    const card = known ? { ...known, readAt } : null;
    const declinedAt = transaction?.status === "DECLINED" ? parseTimestamp(transaction.created) : null;
    const statusThen =
      transaction && declinedAt && (await findStatusAt(transaction.card_id, declinedAt, actor.id));
    const settlement = transaction && (await readSettlement(transaction.id, actor.role));
    if (transaction || card) return success({ transaction, card, statusThen, settlement });
    const message = "Transaction not found. It may not be synced yet.";
    return failure({ code: "not-found", message, requestId, retry: "safe" });
  },
});
