import type { Random } from "@/sandbox/domain/credentials";
import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import { createCreditGenerator } from "./card-credit";
import { type CardDraft, HISTORY_DAYS } from "./card-drafts";
import { CATEGORIES } from "./card-purposes";
import type { DeclineCause } from "./card-status";
import { COUNTRY_PROFILES, type Country } from "./country-profiles";
import { DAY_SECONDS, type DayGrid, type WeeklyPattern } from "./day-grid";
import type { Category } from "./merchants";
import type { Merchant, Offer, PriceList } from "./price-list";
import { draw, drawBelow, drawBetween, drawReference, drawUuid } from "./random";

const GROWTH = 0.15;
const MAX_REGULAR_PLANS = 6;
const BILLING_CYCLE_DAYS = 30;

const REVERSED_SHARE = 0.011;
const REFUNDED_SHARE = 0.032;
const MAX_PENDING_DAYS = 4;
const MIN_REFUNDED_AGE_DAYS = 10;
const CLEARING_DAYS = [1, 1, 1, 1, 2, 2, 2, 3];
const CLEARING_HOURS = [1, 2, 3, 4, 5];
const REFUND_HOURS = [8, 9, 10, 11, 13, 14, 15, 16];

/** How many days cardholders keep trying a card that is declined. */
const ATTEMPT_DAYS = 10;
/** The share of a card's purchases that are attempts after the decline cause started. */
const AFTER_CAUSE_SHARE = { R1: 0.28, R2: 0.35, R3: 0.3, R8: 0.35 } as const satisfies Record<
  DeclineCause["code"],
  number
>;

const AUTOMATIC: ReadonlySet<Category> = new Set(["subscription", "cloud", "advertising"]);
const LEISURE: ReadonlySet<Category> = new Set(["restaurant", "shop"]);

type Purchase = { merchant: Merchant; offer: Offer; country: Country; daysBack: number; isRegular: boolean };

type Outcome = {
  status: TransactionRecord["status"];
  declineCode?: DeclineCause["code"];
  clearingDays?: number;
  refundDays?: number;
};

type Sources = { facts: Random; largePurchases: Random; grid: DayGrid; prices: PriceList; currency: string };

/** Generates a card's transactions, and the credit that they leave. */
export function createHistoryGenerator({ facts, largePurchases, grid, prices, currency }: Sources) {
  const credit = createCreditGenerator({ facts, largePurchases, prices, currency });

  function drawPurchases(draft: CardDraft, count: number): Purchase[] {
    const purchases = drawRegularCharges(draft, count);
    while (purchases.length < count) purchases.push(drawPurchase(draft));
    return purchases;
  }

  function drawRegularCharges({ purpose, country, createdDaysBack }: CardDraft, count: number): Purchase[] {
    const charges: Purchase[] = [];
    for (let plan = 0; plan < MAX_REGULAR_PLANS; plan++) {
      if (charges.length + 2 > count || facts() >= purpose.regularShare) break;
      const merchant = draw(facts, prices.merchantsOf(purpose.regular, country));
      const offer = draw(facts, merchant.offers);
      let daysBack = drawBelow(facts, BILLING_CYCLE_DAYS);
      for (; daysBack <= oldestDay(createdDaysBack) && charges.length < count; daysBack += BILLING_CYCLE_DAYS)
        charges.push({ merchant, offer, country, daysBack, isRegular: true });
    }
    return charges;
  }

  function drawPurchase(draft: CardDraft): Purchase {
    const { trip, purpose, record } = draft;
    const daysBack = drawDay(draft);
    const isAway = trip !== null && daysBack >= trip.firstDay && daysBack <= trip.lastDay;
    const country = isAway ? trip.country : draft.country;
    const merchant = draw(facts, prices.merchantTable(purpose, country, record.cardType === "physical"));
    return { merchant, offer: draw(facts, merchant.offers), country, daysBack, isRegular: false };
  }

  function drawDay({ createdDaysBack, declineCause }: CardDraft): number {
    const [isAfterCause, position] = [
      declineCause !== null && facts() < AFTER_CAUSE_SHARE[declineCause.code],
      facts(),
    ];
    const oldest = oldestDay(createdDaysBack);
    if (!declineCause) return Math.floor(skewToRecent(position) * (oldest + 1));
    if (declineCause.daysBack >= oldest) return Math.floor(position * (oldest + 1));
    const attemptDay = declineCause.daysBack - Math.floor(position * ATTEMPT_DAYS);
    if (isAfterCause && attemptDay >= 0) return attemptDay;
    const newest = declineCause.daysBack + 1;
    return newest + Math.floor(skewToRecent(position) * (oldest - newest + 1));
  }

  /** Uses the day before it is shifted, so that the weekday of `now` affects only times. */
  function drawOutcome({ declineCause }: CardDraft, daysBack: number): Outcome {
    const [share, clearingDays, refundDays] = [
      facts(),
      draw(facts, CLEARING_DAYS),
      drawBetween(facts, 1, 12),
    ];
    if (declineCause && declineCause.code !== "R2" && daysBack <= declineCause.daysBack)
      return { status: "DECLINED", declineCode: declineCause.code };
    // A reversal or refund would restore credit on a card that is meant to run out of it.
    const canReturn = declineCause?.code !== "R2";
    if (canReturn && share < REVERSED_SHARE) return { status: "REVERSED" };
    if (daysBack < clearingDays) return { status: "PENDING" };
    if (canReturn && share > 1 - REFUNDED_SHARE && daysBack >= MIN_REFUNDED_AGE_DAYS)
      return { status: "REFUNDED", clearingDays, refundDays };
    return { status: "CLEARED", clearingDays };
  }

  function toTransaction(draft: CardDraft, purchase: Purchase): TransactionRecord {
    const { merchant, offer, isRegular } = purchase;
    const { billAmount, fxFee, atmFee } = prices.bill(merchant, offer);
    const outcome = drawOutcome(draft, purchase.daysBack);
    const day = isRegular ? purchase.daysBack : busyDay(draft, purchase, outcome);
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

  /** Stays within the bounds of the decline cause and the outcome: a cleared purchase needs time to clear. */
  function busyDay(
    { createdDaysBack, declineCause, record }: CardDraft,
    { merchant, daysBack }: Purchase,
    { status, clearingDays = 0, refundDays }: Outcome,
  ): number {
    const isDeclined = declineCause !== null && daysBack <= declineCause.daysBack;
    const settledDays = clearingDays + (refundDays === undefined ? 0 : 1);
    const newest =
      declineCause === null || isDeclined ? settledDays : Math.max(settledDays, declineCause.daysBack + 1);
    const latest = isDeclined ? declineCause.daysBack : HISTORY_DAYS;
    const oldest = Math.min(
      oldestDay(createdDaysBack),
      latest,
      status === "PENDING" ? MAX_PENDING_DAYS : latest,
    );
    return grid.busyDay(weeklyPatternOf(record.customerType, merchant.category), daysBack, {
      newest,
      oldest,
    });
  }

  function secondOf(
    { createdDaysBack, createdSecond }: CardDraft,
    { merchant, country }: Purchase,
    day: number,
  ) {
    const second = grid.second(CATEGORIES[merchant.category].hours, COUNTRY_PROFILES[country].hoursFromUtc);
    if (day < createdDaysBack || second >= createdSecond) return second;
    return createdSecond + Math.floor(((DAY_SECONDS - createdSecond) * second) / DAY_SECONDS);
  }

  return {
    generate(draft: CardDraft, count: number): { card: CardRecord; transactions: TransactionRecord[] } {
      const history = drawPurchases(draft, count).map((purchase) => ({
        purchase,
        transaction: toTransaction(draft, purchase),
      }));
      const card = { ...draft.record, availableCredit: credit.availableCredit(draft, history) };
      return { card, transactions: history.map(({ transaction }) => transaction) };
    },
  };
}

function oldestDay(createdDaysBack: number): number {
  return Math.min(createdDaysBack, HISTORY_DAYS - 1);
}

/** Skews a uniform value toward 0, which is today, because the program grows. */
function skewToRecent(position: number): number {
  return (1 + GROWTH - Math.sqrt((1 + GROWTH) ** 2 - 4 * GROWTH * position)) / (2 * GROWTH);
}

function weeklyPatternOf(customerType: CardRecord["customerType"], category: Category): WeeklyPattern {
  if (AUTOMATIC.has(category)) return "steady";
  if (customerType === "Business") return "office";
  return LEISURE.has(category) ? "leisure" : "steady";
}
