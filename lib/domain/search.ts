export const SEARCH_MAX_CHARACTERS = 200;

/** What the index knows of a list, and as of when: shown wherever it answers. */
export type IndexedList = {
  known: number;
  /** What the issuer counts; null where it does not say. */
  total: number | null;
  /** Whether every page has been read at least once. */
  isFilled: boolean;
  /** As of when the newest records are known; null before the first read. */
  asOf: string | null;
  /** As of when every record is known: the beginning of the last complete pass through all pages. */
  verifiedAt: string | null;
  /** Records that the issuer's list lacks and that are kept until it is certain that they are gone. */
  missing: { records: number; since: string } | null;
};

export type IndexState = { cards: IndexedList; transactions: IndexedList };

/** The same with the server's time, so that an age does not depend on a browser's clock. */
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
  /** The last four the card had before a reissue, where that is what was searched for. */
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
};

/** What one box finds. */
export type SearchResults = {
  cards: FoundCard[];
  customers: FoundCustomer[];
  transactions: FoundTransaction[];
  /** Nothing matches as it was typed: these are alike. */
  isFuzzy: boolean;
  index: IndexState;
  /** When it was searched, by the database's clock. */
  readAt: string;
};
