import type { IsoDate } from "@/lib/domain/time/calendar";

/** All amounts are exact decimals, in the billing currency. */
export type EventTotal = {
  event: "clearing" | "refund" | "other";
  currency: string;
  rows: number;
  billed: string;
  fees: string;
  effect: string;
};

/** Settled transactions that were made on a day, and those among them whose settlement isn't due yet. */
export type RecordTotal = {
  currency: string;
  purchases: number;
  purchased: string;
  refunds: number;
  refunded: string;
  waiting: number;
  waitingAmount: string;
};

/** What the day's file settles, or should, of transactions made on another day (or the same one), by our amounts. */
export type Arrival = { madeOn: IsoDate; currency: string; amount: string };

export const CHECKS = {
  effects: "Each effect is the billed amount minus fees",
  balances: "Each balance is the one before plus the effect",
  opening: "The day opens where the one before closed",
  "month-sum": "The month is the sum of its days",
  "cardholder-fees": "Cardholder fees agree with the fee report",
  "transaction-fees": "Transaction fees agree with their report",
  "card-costs": "Card costs agree with the cards",
} as const;
export type CheckName = keyof typeof CHECKS;

/** What `actual` and `expected` of a check are. */
export const CHECK_SIDES: Record<CheckName, { actual: string; expected: string }> = {
  effects: { actual: "Effects", expected: "Billed minus fees" },
  balances: { actual: "Balance", expected: "Balance before and effect" },
  opening: { actual: "Opening balance", expected: "Closing balance before" },
  "month-sum": { actual: "Daily files", expected: "Monthly file" },
  "cardholder-fees": { actual: "Settlement file", expected: "Fee report" },
  "transaction-fees": { actual: "By day", expected: "Fee report" },
  "card-costs": { actual: "Cards charged", expected: "Cards" },
};

export type Check = {
  name: CheckName;
  /** "unknown" if a file is missing that it needs. */
  outcome: "agrees" | "differs" | "explained" | "unknown";
  currency: string | null;
  expected: string | null;
  actual: string | null;
  /** In words: which row, which file is missing, or what explains it. */
  detail: string | null;
};

export type DayResult = {
  /** Rows of the file that agree with our records. */
  matched: number;
  rows: number;
  /** Settled transactions of the day whose settlement isn't due yet, with the day until which it is expected. */
  waiting: number;
  events: (EventTotal & { matched: number; matchedBilled: string })[];
  records: RecordTotal[];
  arrivals: Arrival[];
  /** What the day's fee report adds up to; null if it isn't here. */
  reportedFees: { currency: string; amount: string; exchange: string }[] | null;
  checks: Check[];
};

/** "stale" if what it is over changed since. */
export type SignOffState = "none" | "signed" | "stale";

export type ReconciledDay = {
  day: IsoDate;
  /** The report whose file is compared. */
  reportId: string;
  type: "daily" | "monthly";
  comparedAt: string | null;
  /** Something changed since, and it will be compared again. */
  isDue: boolean;
  result: DayResult | null;
  /** Exceptions that are open or wait for the issuer. */
  open: number;
  signOff: SignOffState;
  /** Its daily file isn't understood, so it is compared from the monthly one. */
  isUnclear: boolean;
};
