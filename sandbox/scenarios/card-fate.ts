import { addMonths, defaultExpiry, type IsoDate } from "@/lib/domain/calendar";
import type { Random } from "@/sandbox/domain/credentials";
import type { CardRecord } from "@/sandbox/store/records";
import type { DayGrid } from "./day-grid";
import { draw, drawBelow, drawBetween, spread } from "./random";

const BLOCKED_SHARE = 0.051;
const FROZEN_SHARE = 0.073;
const SPENT_SHARE = 0.175;
const SETTLED_IN_DAYS = 2;

/** The longest that a card has been so, in days. */
const SINCE_AT_MOST = { R1: 25, R2: 30, R3: 24, R8: 70 } as const satisfies Record<Trouble["code"], number>;

const NEVER_ARRIVED = "never arrived";
const PHYSICAL_BLOCK_REASONS = spread(
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
const VIRTUAL_BLOCK_REASONS = spread(
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

/** In each block of cards this many expire soon, and one has expired; a tiny world goes without. */
const EXPIRING_PER_BLOCK = 3;
const BLOCK_WITH_EXPIRIES = 100;

/** Why the card is declined from the start of a day on. */
export type Trouble = { code: "R1" | "R2" | "R3" | "R8"; daysBack: number };

export type Expiry = "usual" | "soon" | "past";

/** A card that was `neverHeld` has no holder to use it. */
export type Fate = Pick<CardRecord, "status" | "statusReason"> & {
  trouble: Trouble | null;
  neverHeld: boolean;
};

/** Which cards of a block expire out of turn, by their place in it. */
export function drawExpiries(facts: Random, size: number): Map<number, Expiry> {
  const expiries = new Map<number, Expiry>();
  if (size < BLOCK_WITH_EXPIRIES) return expiries;
  for (let card = 0; card < EXPIRING_PER_BLOCK; card++) expiries.set(drawBelow(facts, size), "soon");
  return expiries.set(drawBelow(facts, size), "past");
}

/** `lot` is the card's place between 0 and 1 among all: it decides the status. */
export function drawFate(
  facts: Random,
  lot: number,
  { createdDaysBack, isPhysical, expiry }: { createdDaysBack: number; isPhysical: boolean; expiry: Expiry },
): Fate {
  const recency = facts();
  const reason = draw(facts, isPhysical ? PHYSICAL_BLOCK_REASONS : VIRTUAL_BLOCK_REASONS);
  const since = (code: Trouble["code"]): Trouble => ({
    code,
    daysBack: Math.min(Math.floor(createdDaysBack / 2), 1 + Math.floor(recency * SINCE_AT_MOST[code])),
  });
  if (expiry === "past") return active(since("R3"));
  if (expiry === "soon" || createdDaysBack < SETTLED_IN_DAYS) return active(null);
  if (lot < BLOCKED_SHARE) {
    const neverHeld = reason === NEVER_ARRIVED;
    const trouble: Trouble = neverHeld ? { code: "R8", daysBack: createdDaysBack } : since("R8");
    return { status: "BLOCKED", statusReason: reason, trouble, neverHeld };
  }
  if (lot < BLOCKED_SHARE + FROZEN_SHARE)
    return { status: "FROZEN", statusReason: null, trouble: since("R1"), neverHeld: false };
  return active(lot < BLOCKED_SHARE + FROZEN_SHARE + SPENT_SHARE ? since("R2") : null);
}

export function drawExpiryDate(
  facts: Random,
  grid: DayGrid,
  card: { createdDaysBack: number; expiry: Expiry; trouble: Trouble | null },
): IsoDate {
  const [isCustom, months] = [facts() < CUSTOM_EXPIRY_SHARE, draw(facts, CUSTOM_EXPIRY_MONTHS)];
  const daysLeft = drawBetween(facts, 2, 27);
  if (card.expiry === "past" && card.trouble) return grid.date(card.trouble.daysBack + 1);
  if (card.expiry === "soon") return grid.date(-daysLeft);
  const created = grid.date(card.createdDaysBack);
  return isCustom ? addMonths(created, months) : defaultExpiry(created);
}

function active(trouble: Trouble | null): Fate {
  return { status: "ACTIVE", statusReason: null, trouble, neverHeld: false };
}
