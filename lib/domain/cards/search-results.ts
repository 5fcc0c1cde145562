import type { Run } from "@/lib/domain/runs/run";

export const SEARCH_MAX_CHARACTERS = 200;

/** How complete and how recent the index's copy of a list is. */
export type IndexedList = {
  known: number;
  /** The issuer's count; null if unknown. */
  total: number | null;
  /** Whether every page was read at least once. The issuer may have records since that aren't known. */
  isFilled: boolean;
  /** Whether nothing is known to be missing now. Before, nothing may be said to be all, unique, or unambiguous. */
  isComplete: boolean;
  /** When the newest page was last read; null before the first read. */
  asOf: string | null;
  /** The start of the last complete walk through all pages. */
  verifiedAt: string | null;
  /** Missing from the issuer's list, but kept until they are confirmed as gone. */
  missing: { records: number; since: string } | null;
};

export type IndexState = { cards: IndexedList; transactions: IndexedList };

/** With the server's time, so that ages don't depend on the browser's clock. */
export type IndexSnapshot = IndexState & { now: string };

export type FoundCard = {
  id: string;
  currency: string;
  lastFour: string;
  externalCustomerId: string;
  cardholderName: string;
  cardName: string;
  cardDesign: string;
  cardType: string;
  status: string;
  created: string;
  /** The last four before a reissue, if that was searched for. */
  formerLastFour?: string;
};

export type FoundCustomer = { id: string; name: string; cards: number };

export type FoundTransaction = {
  id: string;
  external_transaction_id: string;
  card_id: string;
  bill_amount: number;
  bill_currency: string;
  cardholder_name: string;
  amount: string;
  currency: string;
  status: string;
  created: string;
  /** From a settlement file. */
  merchant?: string;
};

export type FoundRun = Pick<
  Run,
  "id" | "kind" | "scope" | "state" | "counts" | "requestId" | "isWaiting" | "createdAt"
>;

export type SearchResults = {
  cards: FoundCard[];
  customers: FoundCustomer[];
  transactions: FoundTransaction[];
  /** Only for who may see runs. */
  runs?: FoundRun[];
  /** Nothing matches exactly; these are similar results. */
  isFuzzy: boolean;
  index: IndexState;
  /** By the database's clock. */
  readAt: string;
};
