import { CARD_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { countCharacters } from "@/lib/domain/characters";
import { drawCardNumber, drawCvv, type Random } from "@/sandbox/domain/credentials";
import type { CardRecord } from "@/sandbox/store/records";
import { drawExpiries, drawExpiryDate, drawFate, type Expiry, type Fate, type Trouble } from "./card-fate";
import { type Customer, drawCustomers, HOMES } from "./customers";
import type { DayGrid } from "./day-grid";
import { WORN_DESIGNS } from "./designs";
import type { Purpose } from "./habits";
import { type Country, PLACES } from "./places";
import { at, draw, drawBelow, drawBetween, drawUuid } from "./random";

export const HISTORY_DAYS = 90;
const OLDEST_DAYS = 400;
const LONG_HELD = { from: 90, to: 390 };
const EARLIER_SHARE = 0.6;
const TODAY_SHARE = 0.012;
const YESTERDAY_SHARE = 0.015;
const WAKING_HOURS = [7, 8, 9, 9, 10, 10, 11, 12, 13, 14, 14, 15, 16, 17, 18, 20, 21];

const UNUSED_SHARE = 0.1;
const TROUBLED_BUSYNESS_AT_MOST = 1.5;

// Steps of the golden ratio fall evenly over a range: a small world too gets its due of each status.
const GOLDEN_STEP = (Math.sqrt(5) - 1) / 2;

export type Trip = { country: Country; firstDay: number; lastDay: number };

/** A card before its transactions: all but what they leave of its credit. */
export type CardDraft = {
  record: Omit<CardRecord, "availableCredit">;
  createdDaysBack: number;
  createdSecond: number;
  purpose: Purpose;
  country: Country;
  trouble: Trouble | null;
  trip: Trip | null;
  limitInDollars: number;
  /** Its share of the block's transactions, against the other cards. */
  activity: number;
};

/** `facts` decides what happens and must not depend on `now`; the grid decides when. */
export function cardDrafter(
  facts: Random,
  grid: DayGrid,
  { cards, currency }: { cards: number; currency: string },
) {
  const customers = drawCustomers(facts, cards);
  let customer: Customer = customers.next().value;
  let held = 0;
  let lot = facts();

  function nextSlot() {
    if (held === customer.purposes.length) {
      customer = customers.next().value;
      held = 0;
    }
    return at(customer.purposes, held++);
  }

  function draft(expiry: Expiry): CardDraft {
    const { purpose, cardName } = nextSlot();
    const { country } = customer;
    const createdDaysBack = drawCreated(facts, expiry);
    const createdSecond = grid.second(WAKING_HOURS, PLACES[country].hoursFromUtc);
    const isPhysical = facts() < purpose.physicalShare;
    lot = (lot + GOLDEN_STEP) % 1;
    const fate = drawFate(facts, lot, { createdDaysBack, isPhysical, expiry });
    return {
      record: {
        id: drawUuid(facts),
        created: grid.instant(createdDaysBack, createdSecond),
        currency,
        externalCustomerId: customer.id,
        cardholderName: customer.name,
        cardName: cardName ?? printedName(customer),
        cardDesign: draw(facts, WORN_DESIGNS),
        cardType: isPhysical ? "physical" : "virtual",
        customerType: customer.type,
        status: fate.status,
        statusReason: fate.statusReason,
        cardNumber: drawCardNumber(facts),
        cvv: drawCvv(facts),
        expiryDate: drawExpiryDate(facts, grid, { createdDaysBack, expiry, trouble: fate.trouble }),
      },
      createdDaysBack,
      createdSecond,
      purpose,
      country,
      trouble: fate.trouble,
      trip: drawTrip(facts, purpose),
      limitInDollars: draw(facts, purpose.limitsInDollars),
      activity: drawActivity(facts, purpose, createdDaysBack, fate),
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
  if (expiry !== "usual") return LONG_HELD.from + Math.floor(position * (LONG_HELD.to - LONG_HELD.from));
  if (share < TODAY_SHARE) return 0;
  if (share < TODAY_SHARE + YESTERDAY_SHARE) return 1;
  if (share < 1 - EARLIER_SHARE) return Math.floor(position * HISTORY_DAYS);
  return HISTORY_DAYS + Math.floor(position * (OLDEST_DAYS - HISTORY_DAYS));
}

function drawTrip(facts: Random, { tripShare }: Purpose): Trip | null {
  const [isTaken, country] = [facts() < tripShare, draw(facts, HOMES)];
  const [firstDay, days] = [drawBelow(facts, HISTORY_DAYS), drawBetween(facts, 2, 12)];
  return isTaken ? { country, firstDay, lastDay: firstDay + days } : null;
}

/** Few cards are very busy, and a young card has had less time. */
function drawActivity(facts: Random, purpose: Purpose, createdDaysBack: number, fate: Fate): number {
  const [isUnused, busyness] = [facts() < UNUSED_SHARE, (-Math.log(1 - facts())) ** 1.5];
  if (isUnused || fate.neverHeld) return 0;
  const lifetimeShare = Math.min(createdDaysBack + 1, HISTORY_DAYS) / HISTORY_DAYS;
  const bearable = fate.trouble ? Math.min(busyness, TROUBLED_BUSYNESS_AT_MOST) : busyness;
  return bearable * purpose.activity * lifetimeShare;
}
