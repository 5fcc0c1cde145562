import { countOf } from "@/lib/domain/money/numbers";
import type { AppError } from "@/lib/domain/result";
import type { StatusSnapshot } from "./card-status";
import type { FoundCard, FoundTransaction } from "./search-results";
import type { TransactionFacts } from "./transaction-facts";

export type ListedCard = FoundCard & StatusSnapshot & { designName: string };

/** `card` is null if the card is not in the index. */
export type ListedTransaction = FoundTransaction & {
  card: Pick<FoundCard, "lastFour" | "cardDesign" | "cardName"> | null;
  /** Left out if no settlement file has the transaction. */
  facts?: TransactionFacts;
};

/** Where the rows of a list come from. */
export type ListSource = "issuer" | "index";

export type ListPage<Row> = {
  rows: readonly Row[];
  source: ListSource;
  /** Why the index answered instead of the issuer. */
  fallbackReason: AppError | null;
  /** The total of all pages, if known. */
  total: number | null;
  page: number;
  pageCount: number | null;
  next: ListPosition | null;
  previous: ListPosition | null;
  /** Nothing matches exactly; the rows are similar matches. */
  isFuzzy: boolean;
};

/** The URL parameters of a page. */
export type ListPosition = { page: number; after: string | null; before: string | null };

/** The total billed amount of a list, by currency and status. */
export type TransactionTotal = {
  currency: string;
  status: string;
  transactions: number;
  amount: string;
  /** Of all statuses in this currency. */
  spend: string;
};

export type TransactionTotals = {
  totals: readonly TransactionTotal[];
  /** Why the list isn't added up. */
  unavailable: string | null;
  /** How many transactions the index has, until it has all of them. */
  synced: { known: number; total: number | null } | null;
};

/** Longer lists are not counted exactly, because counting would take too long. */
export const MAX_COUNTED = 100_000;

/** `2,318 transactions`, `More than 100,000 transactions`. */
export function formatTotal(total: number, noun: string): string {
  return total > MAX_COUNTED ? `More than ${countOf(MAX_COUNTED, noun)}` : countOf(total, noun);
}

/** Null if only "more than" is known. */
export function exactTotal(total: number | null): number | null {
  return total !== null && total > MAX_COUNTED ? null : total;
}

/** Of a file with chosen cards, without its extension. */
export const CHOSEN_FILE_NAME = "cards_selected";

export const FIRST_PAGE: ListPosition = { page: 1, after: null, before: null };

export type FilterOption = { value: string; label: string; detail?: string };
