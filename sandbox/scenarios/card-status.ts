import { addMonths, defaultExpiry, type IsoDate } from "@/lib/domain/time/calendar";
import type { Random } from "@/sandbox/domain/credentials";
import type { CardRecord } from "@/sandbox/store/records";
import type { DayGrid } from "./day-grid";
import { draw, drawBelow, drawBetween, expandWeights } from "./random";

const BLOCKED_SHARE = 0.051;
const FROZEN_SHARE = 0.073;
const OUT_OF_CREDIT_SHARE = 0.025;
const MIN_AGE_DAYS = 2;

/** How many days ago each decline cause can have started at most. */
const MAX_DAYS_AGO = { R1: 75, R2: 75, R3: 24, R8: 75 } as const satisfies Record<
  DeclineCause["code"],
  number
>;

const NEVER_ARRIVED = "never arrived";
const PHYSICAL_BLOCK_REASONS = expandWeights(
  [
    ["lost", 30],
    ["stolen", 24],
    ["fraud suspected", 16],
    [NEVER_ARRIVED, 12],
    ["account closed", 8],
    ["Kept by a cash machine abroad", 5],
    ["Employee left the company", 5],
  ],
  100,
);
const VIRTUAL_BLOCK_REASONS = expandWeights(
  [
    ["fraud suspected", 40],
    ["account closed", 30],
    ["Employee left the company", 12],
    ["Details leaked at a web shop", 10],
    ["Issued twice by mistake", 8],
  ],
  100,
);

const CUSTOM_EXPIRY_SHARE = 0.05;
const CUSTOM_EXPIRY_MONTHS = [18, 24, 24, 48, 60];

/** Each block of cards has this many that expire soon and one that has expired; smaller blocks have none. */
const EXPIRING_PER_BLOCK = 3;
const MIN_BLOCK_WITH_EXPIRIES = 100;

/** Why purchases are declined, from the start of day `daysBack`. */
export type DeclineCause = { code: "R1" | "R2" | "R3" | "R8"; daysBack: number };

export type Expiry = "usual" | "soon" | "past";

/** A card that was `neverReceived` has no transactions. */
export type CardState = Pick<CardRecord, "status" | "statusReason"> & {
  declineCause: DeclineCause | null;
  neverReceived: boolean;
};

/** The cards of a block with an unusual expiry, by index. */
export function drawExpiries(facts: Random, size: number): Map<number, Expiry> {
  const expiries = new Map<number, Expiry>();
  if (size < MIN_BLOCK_WITH_EXPIRIES) return expiries;
  for (let card = 0; card < EXPIRING_PER_BLOCK; card++) expiries.set(drawBelow(facts, size), "soon");
  return expiries.set(drawBelow(facts, size), "past");
}

/** `quantile`, from 0 to 1, decides the status. */
export function drawState(
  facts: Random,
  quantile: number,
  { createdDaysBack, isPhysical, expiry }: { createdDaysBack: number; isPhysical: boolean; expiry: Expiry },
): CardState {
  const recency = facts();
  const reason = draw(facts, isPhysical ? PHYSICAL_BLOCK_REASONS : VIRTUAL_BLOCK_REASONS);
  const since = (code: DeclineCause["code"]): DeclineCause => ({
    code,
    daysBack: Math.min(Math.floor(createdDaysBack / 2), 1 + Math.floor(recency * MAX_DAYS_AGO[code])),
  });
  if (expiry === "past") return active(since("R3"));
  if (expiry === "soon" || createdDaysBack < MIN_AGE_DAYS) return active(null);
  if (quantile < BLOCKED_SHARE) {
    const neverReceived = reason === NEVER_ARRIVED;
    const declineCause: DeclineCause = neverReceived
      ? { code: "R8", daysBack: createdDaysBack }
      : since("R8");
    return { status: "BLOCKED", statusReason: reason, declineCause, neverReceived };
  }
  if (quantile < BLOCKED_SHARE + FROZEN_SHARE)
    return { status: "FROZEN", statusReason: null, declineCause: since("R1"), neverReceived: false };
  return active(quantile < BLOCKED_SHARE + FROZEN_SHARE + OUT_OF_CREDIT_SHARE ? since("R2") : null);
}

export function drawExpiryDate(
  facts: Random,
  grid: DayGrid,
  card: { createdDaysBack: number; expiry: Expiry; declineCause: DeclineCause | null },
): IsoDate {
  const [isCustom, months] = [facts() < CUSTOM_EXPIRY_SHARE, draw(facts, CUSTOM_EXPIRY_MONTHS)];
  const daysLeft = drawBetween(facts, 2, 27);
  if (card.expiry === "past" && card.declineCause) return grid.date(card.declineCause.daysBack + 1);
  if (card.expiry === "soon") return grid.date(-daysLeft);
  const created = grid.date(card.createdDaysBack);
  return isCustom ? addMonths(created, months) : defaultExpiry(created);
}

function active(declineCause: DeclineCause | null): CardState {
  return { status: "ACTIVE", statusReason: null, declineCause, neverReceived: false };
}
