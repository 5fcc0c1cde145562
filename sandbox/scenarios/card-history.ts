import type { Random } from "@/sandbox/domain/credentials";
import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import { type CardDraft, HISTORY_DAYS } from "./card-drafts";
import type { Trouble } from "./card-fate";
import { DAY_SECONDS, type DayGrid, type Rhythm } from "./day-grid";
import { CATEGORIES } from "./habits";
import type { Category } from "./merchants";
import { type Country, PLACES } from "./places";
import type { Merchant, Offer, PriceList } from "./price-list";
import { draw, drawBelow, drawBetween, drawReference, drawUuid } from "./random";
import { moneyUnits } from "./spend-limit";

const GROWTH = 0.15;
const REGULAR_CHARGES_AT_MOST = 6;
const REGULAR_EVERY_DAYS = 30;

const REVERSED_SHARE = 0.011;
const REFUNDED_SHARE = 0.032;
const PENDING_DAYS = 4;
const REFUNDED_FROM_DAYS = 10;
const CLEARING_DAYS = [1, 1, 1, 1, 2, 2, 2, 3];
const CLEARING_HOURS = [1, 2, 3, 4, 5];
const REFUND_HOURS = [8, 9, 10, 11, 13, 14, 15, 16];

/** How many of a troubled card's attempts come after the trouble began. */
const LATE_SHARE = { R1: 0.3, R2: 0.38, R3: 0.2, R8: 0.26 } as const satisfies Record<
  Trouble["code"],
  number
>;

const MACHINE_PAID: ReadonlySet<Category> = new Set(["subscription", "cloud", "advertising"]);
const LEISURE: ReadonlySet<Category> = new Set(["restaurant", "shop"]);

type Purchase = { merchant: Merchant; offer: Offer; country: Country; daysBack: number; isRegular: boolean };

type Outcome = {
  status: TransactionRecord["status"];
  declineCode?: Trouble["code"];
  clearingDays?: number;
  refundDays?: number;
};

type Sources = { facts: Random; grid: DayGrid; prices: PriceList; currency: string };

/** Writes what became of a card: its transactions, and the credit that they left. */
export function historian({ facts, grid, prices, currency }: Sources) {
  const units = moneyUnits(currency);

  function drawPurchases(draft: CardDraft, count: number): Purchase[] {
    const purchases = drawRegularCharges(draft, count);
    while (purchases.length < count) purchases.push(drawPurchase(draft));
    return purchases;
  }

  function drawRegularCharges({ purpose, country, createdDaysBack }: CardDraft, count: number): Purchase[] {
    const charges: Purchase[] = [];
    for (let plan = 0; plan < REGULAR_CHARGES_AT_MOST; plan++) {
      if (charges.length + 2 > count || facts() >= purpose.regularShare) break;
      const merchant = draw(facts, prices.merchantsOf(purpose.regular, country));
      const offer = draw(facts, merchant.offers);
      let daysBack = drawBelow(facts, REGULAR_EVERY_DAYS);
      for (; daysBack <= oldestDay(createdDaysBack) && charges.length < count; daysBack += REGULAR_EVERY_DAYS)
        charges.push({ merchant, offer, country, daysBack, isRegular: true });
    }
    return charges;
  }

  function drawPurchase(draft: CardDraft): Purchase {
    const { trip, purpose, record } = draft;
    const daysBack = drawDay(draft);
    const isAway = trip !== null && daysBack >= trip.firstDay && daysBack <= trip.lastDay;
    const country = isAway ? trip.country : draft.country;
    const merchant = draw(facts, prices.tableOf(purpose, country, record.cardType === "physical"));
    return { merchant, offer: draw(facts, merchant.offers), country, daysBack, isRegular: false };
  }

  function drawDay({ createdDaysBack, trouble }: CardDraft): number {
    const [isLate, position] = [trouble !== null && facts() < LATE_SHARE[trouble.code], facts()];
    const oldest = oldestDay(createdDaysBack);
    if (!trouble) return Math.floor(grown(position) * (oldest + 1));
    if (isLate || trouble.daysBack >= oldest)
      return Math.floor(position * (Math.min(trouble.daysBack, oldest) + 1));
    const newest = trouble.daysBack + 1;
    return newest + Math.floor(grown(position) * (oldest - newest + 1));
  }

  /** By the day as drawn, so that the weekday of `now` moves times and nothing else. */
  function drawOutcome({ trouble }: CardDraft, daysBack: number): Outcome {
    const [share, clearingDays, refundDays] = [
      facts(),
      draw(facts, CLEARING_DAYS),
      drawBetween(facts, 1, 12),
    ];
    if (trouble && trouble.code !== "R2" && daysBack <= trouble.daysBack)
      return { status: "DECLINED", declineCode: trouble.code };
    // What comes back would free credit on a card that is to run out of it.
    const canReturn = trouble?.code !== "R2";
    if (canReturn && share < REVERSED_SHARE) return { status: "REVERSED" };
    if (daysBack < clearingDays) return { status: "PENDING" };
    if (canReturn && share > 1 - REFUNDED_SHARE && daysBack >= REFUNDED_FROM_DAYS)
      return { status: "REFUNDED", clearingDays, refundDays };
    return { status: "CLEARED", clearingDays };
  }

  function toTransaction(draft: CardDraft, purchase: Purchase): TransactionRecord {
    const { merchant, offer, isRegular } = purchase;
    const { billAmount, fxFee, atmFee } = prices.bill(merchant, offer);
    const outcome = drawOutcome(draft, purchase.daysBack);
    const day = isRegular ? purchase.daysBack : livelyDay(draft, purchase, outcome);
    const clearedDay = outcome.clearingDays === undefined ? null : day - outcome.clearingDays;
    return {
      id: drawUuid(facts),
      created: grid.instant(day, secondOf(draft, purchase, day)),
      externalTransactionId: drawReference(facts),
      cardId: draft.record.id,
      merchant: merchant.name,
      kind: merchant.kind,
      amount: offer.amount,
      currency: merchant.currency,
      billAmount,
      billCurrency: currency,
      fxFee,
      atmFee,
      status: outcome.status,
      declineCode: outcome.declineCode ?? null,
      clearedAt: clearedDay === null ? null : grid.instant(clearedDay, grid.second(CLEARING_HOURS, 0)),
      refundedAt:
        clearedDay === null || outcome.refundDays === undefined
          ? null
          : grid.instant(Math.max(0, clearedDay - outcome.refundDays), grid.second(REFUND_HOURS, 0)),
    };
  }

  /** Within what the trouble and the outcome allow: a cleared purchase leaves time to clear. */
  function livelyDay(
    { createdDaysBack, trouble, record }: CardDraft,
    { merchant, daysBack }: Purchase,
    { status, clearingDays = 0, refundDays }: Outcome,
  ): number {
    const isInTrouble = trouble !== null && daysBack <= trouble.daysBack;
    const settledDays = clearingDays + (refundDays === undefined ? 0 : 1);
    const newest =
      trouble === null || isInTrouble ? settledDays : Math.max(settledDays, trouble.daysBack + 1);
    const latest = isInTrouble ? trouble.daysBack : HISTORY_DAYS;
    const oldest = Math.min(oldestDay(createdDaysBack), latest, status === "PENDING" ? PENDING_DAYS : latest);
    return grid.livelyDay(rhythmOf(record.customerType, merchant.category), daysBack, { newest, oldest });
  }

  function secondOf(
    { createdDaysBack, createdSecond }: CardDraft,
    { merchant, country }: Purchase,
    day: number,
  ) {
    const second = grid.second(CATEGORIES[merchant.category].hours, PLACES[country].hoursFromUtc);
    if (day < createdDaysBack || second >= createdSecond) return second;
    return createdSecond + Math.floor(((DAY_SECONDS - createdSecond) * second) / DAY_SECONDS);
  }

  /** Sets the card's limit by what it spent, and declines what no longer fits under a tight one. */
  function availableCredit(
    draft: CardDraft,
    purchases: Purchase[],
    transactions: TransactionRecord[],
  ): number {
    const { trouble, limitInDollars } = draft;
    const room = facts();
    const late =
      trouble?.code === "R2" ? transactions.filter((_, index) => isLate(trouble, purchases[index])) : [];
    if (late.length === 0) {
      const limit = units.ampleLimit(limitInDollars, sum(transactions.filter(wasApproved)), room);
      return units.toMajor(limit - sum(transactions.filter(holdsCredit)));
    }
    const spent = sum(transactions) - sum(late);
    const { limit, left } = units.tightLimit(spent, late);
    for (const transaction of late) if (units.billUnits(transaction) > left) decline(transaction, "R2");
    return units.toMajor(limit - sum(transactions.filter(holdsCredit)));
  }

  function sum(transactions: TransactionRecord[]): number {
    let total = 0;
    for (const transaction of transactions) total += units.billUnits(transaction);
    return total;
  }

  return {
    write(draft: CardDraft, count: number): { card: CardRecord; transactions: TransactionRecord[] } {
      const purchases = drawPurchases(draft, count);
      const transactions = purchases.map((purchase) => toTransaction(draft, purchase));
      const card = { ...draft.record, availableCredit: availableCredit(draft, purchases, transactions) };
      return { card, transactions };
    },
  };
}

function oldestDay(createdDaysBack: number): number {
  return Math.min(createdDaysBack, HISTORY_DAYS - 1);
}

/** Bends an even draw so that more of it falls near 0, which is today: the program grows. */
function grown(position: number): number {
  return (1 + GROWTH - Math.sqrt((1 + GROWTH) ** 2 - 4 * GROWTH * position)) / (2 * GROWTH);
}

function rhythmOf(customerType: CardRecord["customerType"], category: Category): Rhythm {
  if (MACHINE_PAID.has(category)) return "steady";
  if (customerType === "Business") return "office";
  return LEISURE.has(category) ? "leisure" : "steady";
}

function isLate(trouble: Trouble, purchase: Purchase | undefined): boolean {
  return purchase !== undefined && purchase.daysBack <= trouble.daysBack;
}

function decline(transaction: TransactionRecord, code: Trouble["code"]): void {
  transaction.status = "DECLINED";
  transaction.declineCode = code;
  transaction.clearedAt = null;
}

function wasApproved({ status }: TransactionRecord): boolean {
  return status !== "DECLINED";
}

function holdsCredit({ status }: TransactionRecord): boolean {
  return status === "PENDING" || status === "CLEARED";
}
