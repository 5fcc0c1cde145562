import type { Random } from "@/sandbox/domain/credentials";
import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import type { CardDraft } from "./card-drafts";
import type { Country } from "./country-profiles";
import { createDeclineQuota } from "./decline-quota";
import type { Category } from "./merchants";
import type { PriceList } from "./price-list";
import { draw } from "./random";
import { moneyUnits } from "./spend-limit";

type LargePurchases = { categories: readonly Category[]; maxLimitInDollars: number };

/** What people try to buy although the card's limit is too low, and the highest limit at which that happens. */
const LARGE_PURCHASES: Record<CardRecord["customerType"], LargePurchases> = {
  Consumer: { categories: ["airline", "hotel", "shop", "shop"], maxLimitInDollars: 5_000 },
  Business: { categories: ["advertising", "airline", "cloud", "hotel", "office"], maxLimitInDollars: 10_000 },
};
const MAX_LARGE_SHARE = 1 / 8;
/** The price of a large purchase, relative to the card's limit. */
const LARGE_PRICE = { from: 1.04, to: 1.3 };

/** `daysBack` is the day before it is shifted, so it doesn't depend on `now`. */
export type HistoryEntry = {
  purchase: { country: Country; daysBack: number; isRegular: boolean };
  transaction: TransactionRecord;
};

type Sources = { facts: Random; largePurchases: Random; prices: PriceList; currency: string };

/** Sets each card's limit, declines the purchases that exceed it, and returns the credit that is left. */
export function createCreditGenerator({ facts, largePurchases, prices, currency }: Sources) {
  const units = moneyUnits(currency);
  const quota = createDeclineQuota();

  /** Derives the limit from the spending, so that only the cards that are meant to run out of credit do. */
  function limitOf({ declineCause, limitInDollars }: CardDraft, history: HistoryEntry[]): number {
    const room = facts();
    const transactions = history.map(({ transaction }) => transaction);
    const afterCause =
      declineCause?.code === "R2"
        ? history
            .filter(({ purchase }) => purchase.daysBack <= declineCause.daysBack)
            .map(({ transaction }) => transaction)
        : [];
    if (afterCause.length === 0)
      return units.sufficientLimit(limitInDollars, sum(transactions.filter(wasApproved)), room);
    const { limit, left } = units.tightLimit(sum(transactions) - sum(afterCause), afterCause);
    for (const transaction of afterCause)
      if (units.billUnits(transaction) > left) declineForCredit(transaction);
    return limit;
  }

  /** The number of the card's purchases that may become large ones. */
  function largePurchasesOf({ declineCause, record }: CardDraft, limit: number, purchases: number): number {
    const { maxLimitInDollars } = LARGE_PURCHASES[record.customerType];
    if (declineCause || units.toDollars(limit) > maxLimitInDollars) return 0;
    return Math.ceil(purchases * MAX_LARGE_SHARE);
  }

  /** Costs more than the whole limit, so the decline is correct whatever was bought before. */
  function makeLarge({ purchase, transaction }: HistoryEntry, { record }: CardDraft, limit: number): void {
    const category = draw(largePurchases, LARGE_PURCHASES[record.customerType].categories);
    const merchant = draw(largePurchases, prices.merchantsOf(category, purchase.country));
    const factor = LARGE_PRICE.from + largePurchases() * (LARGE_PRICE.to - LARGE_PRICE.from);
    const offer = prices.offerFor(largePurchases, merchant, units.toMajor(limit) * factor);
    Object.assign(transaction, {
      merchant: merchant.name,
      kind: merchant.kind,
      currency: merchant.currency,
      amount: offer.amount,
      ...prices.bill(merchant, offer),
    } satisfies Partial<TransactionRecord>);
    declineForCredit(transaction);
  }

  function sum(transactions: TransactionRecord[]): number {
    let total = 0;
    for (const transaction of transactions) total += units.billUnits(transaction);
    return total;
  }

  return {
    availableCredit(draft: CardDraft, history: HistoryEntry[]): number {
      const limit = limitOf(draft, history);
      let largeLeft = largePurchasesOf(draft, limit, history.length);
      let reservedUnits = 0;
      for (const entry of history) {
        const { purchase, transaction } = entry;
        const { daysBack, isRegular } = purchase;
        quota.addPurchase(daysBack);
        if (largeLeft > 0 && !isRegular && quota.isDeclineDue(daysBack)) {
          makeLarge(entry, draft, limit);
          largeLeft--;
        }
        if (!wasApproved(transaction)) quota.addDecline(daysBack);
        if (holdsCredit(transaction)) reservedUnits += units.billUnits(transaction);
      }
      return units.toMajor(limit - reservedUnits);
    },
  };
}

function declineForCredit(transaction: TransactionRecord): void {
  transaction.status = "DECLINED";
  transaction.declineCode = "R2";
  transaction.clearedAt = null;
  transaction.refundedAt = null;
}

function wasApproved({ status }: TransactionRecord): boolean {
  return status !== "DECLINED";
}

function holdsCredit({ status }: TransactionRecord): boolean {
  return status === "PENDING" || status === "CLEARED";
}
