import { CARD_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { countCharacters } from "@/lib/domain/text/characters";
import { drawCardNumber, drawCvv, type Random } from "@/sandbox/domain/credentials";
import type { CardRecord } from "@/sandbox/store/records";
import type { Purpose } from "./card-purposes";
import {
  type CardState,
  type DeclineCause,
  drawExpiries,
  drawExpiryDate,
  drawState,
  type Expiry,
} from "./card-status";
import { COUNTRY_PROFILES, type Country } from "./country-profiles";
import { type Customer, drawCustomers, WEIGHTED_COUNTRIES } from "./customers";
import type { DayGrid } from "./day-grid";
import { WEIGHTED_DESIGNS } from "./designs";
import { at, draw, drawBelow, drawBetween, drawUuid } from "./random";

export const HISTORY_DAYS = 90;
const MAX_AGE_DAYS = 400;
const EXPIRING_CARD_AGE_DAYS = { from: 90, to: 390 };
const BEFORE_HISTORY_SHARE = 0.6;
const TODAY_SHARE = 0.012;
const YESTERDAY_SHARE = 0.015;
const WAKING_HOURS = [7, 8, 9, 9, 10, 10, 11, 12, 13, 14, 14, 15, 16, 17, 18, 20, 21];

const UNUSED_SHARE = 0.1;
const MAX_BUSYNESS_WITH_DECLINES = 1;

// Golden-ratio steps cover the range evenly, so that a small world also has cards of each status.
const GOLDEN_STEP = (Math.sqrt(5) - 1) / 2;

export type Trip = { country: Country; firstDay: number; lastDay: number };

/** A card without its transactions, and so without its available credit. */
export type CardDraft = {
  record: Omit<CardRecord, "availableCredit">;
  createdDaysBack: number;
  createdSecond: number;
  purpose: Purpose;
  country: Country;
  declineCause: DeclineCause | null;
  trip: Trip | null;
  limitInDollars: number;
  /** The card's share of the block's transactions, relative to the other cards. */
  activity: number;
};

/** `facts` decides what happens and must not depend on `now`; `grid` decides when. */
export function createDraftGenerator(
  facts: Random,
  grid: DayGrid,
  { cards, currency }: { cards: number; currency: string },
) {
  const customers = drawCustomers(facts, cards);
  let customer: Customer = customers.next().value;
  let cardIndex = 0;
  let quantile = facts();

  function nextCard() {
    if (cardIndex === customer.purposes.length) {
      customer = customers.next().value;
      cardIndex = 0;
    }
    return at(customer.purposes, cardIndex++);
  }

  function draft(expiry: Expiry): CardDraft {
    const { purpose, cardName } = nextCard();
    const { country } = customer;
    const createdDaysBack = drawCreated(facts, expiry);
    const createdSecond = grid.second(WAKING_HOURS, COUNTRY_PROFILES[country].hoursFromUtc);
    const isPhysical = facts() < purpose.physicalShare;
    quantile = (quantile + GOLDEN_STEP) % 1;
    const state = drawState(facts, quantile, { createdDaysBack, isPhysical, expiry });
    return {
      record: {
        id: drawUuid(facts),
        created: grid.instant(createdDaysBack, createdSecond),
        currency,
        externalCustomerId: customer.id,
        cardholderName: customer.name,
        cardName: cardName ?? printedName(customer),
        cardDesign: draw(facts, WEIGHTED_DESIGNS),
        cardType: isPhysical ? "physical" : "virtual",
        customerType: customer.type,
        status: state.status,
        statusReason: state.statusReason,
        cardNumber: drawCardNumber(facts),
        cvv: drawCvv(facts),
        expiryDate: drawExpiryDate(facts, grid, {
          createdDaysBack,
          expiry,
          declineCause: state.declineCause,
        }),
      },
      createdDaysBack,
      createdSecond,
      purpose,
      country,
      declineCause: state.declineCause,
      trip: drawTrip(facts, purpose),
      limitInDollars: draw(facts, purpose.limitsInDollars),
      activity: drawActivity(facts, purpose, createdDaysBack, state),
    };
  }

  return {
    draftBlock(size: number): CardDraft[] {
      const expiries = drawExpiries(facts, size);
      return Array.from({ length: size }, (_, index) => draft(expiries.get(index) ?? "usual"));
    },
  };
}

function printedName({ name, shortName }: Customer): string {
  return countCharacters(name) <= CARD_NAME_MAX_CHARACTERS ? name : shortName;
}

function drawCreated(facts: Random, expiry: Expiry): number {
  const [share, position] = [facts(), facts()];
  if (expiry !== "usual")
    return (
      EXPIRING_CARD_AGE_DAYS.from +
      Math.floor(position * (EXPIRING_CARD_AGE_DAYS.to - EXPIRING_CARD_AGE_DAYS.from))
    );
  if (share < TODAY_SHARE) return 0;
  if (share < TODAY_SHARE + YESTERDAY_SHARE) return 1;
  if (share < 1 - BEFORE_HISTORY_SHARE) return Math.floor(position * HISTORY_DAYS);
  return HISTORY_DAYS + Math.floor(position * (MAX_AGE_DAYS - HISTORY_DAYS));
}

function drawTrip(facts: Random, { tripShare }: Purpose): Trip | null {
  const [isTaken, country] = [facts() < tripShare, draw(facts, WEIGHTED_COUNTRIES)];
  const [firstDay, days] = [drawBelow(facts, HISTORY_DAYS), drawBetween(facts, 2, 12)];
  return isTaken ? { country, firstDay, lastDay: firstDay + days } : null;
}

/** A few cards are very busy; a new card, or one that stopped working, has had less time for transactions. */
function drawActivity(facts: Random, purpose: Purpose, createdDaysBack: number, state: CardState): number {
  const [isUnused, busyness] = [facts() < UNUSED_SHARE, (-Math.log(1 - facts())) ** 1.5];
  if (isUnused || state.neverReceived) return 0;
  const daysInUse = Math.min(createdDaysBack + 1, HISTORY_DAYS) - (state.declineCause?.daysBack ?? 0);
  const cappedBusyness = state.declineCause ? Math.min(busyness, MAX_BUSYNESS_WITH_DECLINES) : busyness;
  return cappedBusyness * purpose.activity * (daysInUse / HISTORY_DAYS);
}
