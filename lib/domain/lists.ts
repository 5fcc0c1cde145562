import type { StatusSnapshot } from "./card-status";
import { countOf } from "./numbers";
import type { AppError } from "./result";
import type { FoundCard, FoundTransaction } from "./search";

/** A card as its list shows it. */
export type ListedCard = FoundCard & StatusSnapshot & { designName: string };

/** A transaction as its list shows it; its card where the index knows it. */
export type ListedTransaction = FoundTransaction & {
  card: Pick<FoundCard, "lastFour" | "cardDesign" | "cardName"> | null;
};

/** A page of a list, from the issuer itself or from the index. */
export type ListPage<Row> = {
  rows: readonly Row[];
  source: "issuer" | "index";
  /** Why the index answers where the issuer was asked. */
  fallbackReason: AppError | null;
  /** How many there are in all pages, where that is known. */
  total: number | null;
  page: number;
  pageCount: number | null;
  next: ListPosition | null;
  previous: ListPosition | null;
  /** Nothing matches as it was typed: these are alike. */
  isFuzzy: boolean;
};

/** The parameters of a page's address that say where it lies. */
export type ListPosition = { page: number; after: string | null; before: string | null };

/** What the transactions of a list were billed in all, by currency and status. */
export type TransactionTotal = { currency: string; status: string; transactions: number; amount: string };

/** Rows of a list are counted one by one up to here: a longer list would have to wait for its number. */
export const MAX_COUNTED = 100_000;

/** `2,318 transactions`, `More than 100,000 transactions`. */
export function formatTotal(total: number, noun: string): string {
  return total > MAX_COUNTED ? `More than ${countOf(MAX_COUNTED, noun)}` : countOf(total, noun);
}

/** Null where only "more than" is known. */
export function exactTotal(total: number | null): number | null {
  return total !== null && total > MAX_COUNTED ? null : total;
}

export const FIRST_PAGE: ListPosition = { page: 1, after: null, before: null };

/** A value that a list can be filtered by. */
export type FilterOption = { value: string; label: string; detail?: string };
