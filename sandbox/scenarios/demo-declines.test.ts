import { describe, expect, it } from "vitest";
import { toIsoDate } from "@/lib/domain/time/calendar";
import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import { DAY_MS, generateWorld, groupByCard, NOW } from "@/testing/demo-world";
import { DEFAULT_SEED, SIZES } from "./generate-state";

const WEEK_MS = 7 * DAY_MS;
const WEEKS = 12;
const HEALTHY_SHARE = { from: 0.04, to: 0.08 };

const generateDemo = (options: { seed?: number; now?: Date } = {}) =>
  generateWorld({ ...SIZES.demo, seed: DEFAULT_SEED, now: NOW, ...options });

const isDeclined = ({ status }: TransactionRecord) => status === "DECLINED";

function declinedShare(transactions: TransactionRecord[]): number {
  return transactions.filter(isDeclined).length / transactions.length;
}

/** The share of each whole week, counted back from `now`. */
function weeklyShares(transactions: TransactionRecord[], now: Date): number[] {
  const weeks = Array.from({ length: WEEKS }, (): TransactionRecord[] => []);
  for (const transaction of transactions)
    weeks[Math.floor((now.getTime() - transaction.created.getTime()) / WEEK_MS)]?.push(transaction);
  return weeks.map(declinedShare);
}

function expectHealthy(share: number): void {
  expect(share).toBeGreaterThanOrEqual(HEALTHY_SHARE.from);
  expect(share).toBeLessThanOrEqual(HEALTHY_SHARE.to);
}

function newestFirst(transactions: TransactionRecord[]): TransactionRecord[] {
  return [...transactions].sort((first, second) => second.created.getTime() - first.created.getTime());
}

/** Why a card is declined, from what the issuer's API shows of it; null if its purchases should succeed. */
function findTrouble(card: CardRecord, declines: TransactionRecord[]): string | null {
  if (card.status === "BLOCKED") return `blocked: ${card.statusReason}`;
  if (card.status === "FROZEN") return "frozen";
  if (card.expiryDate < toIsoDate(NOW)) return "expired";
  return declines.every(({ billAmount }) => billAmount > card.availableCredit) ? "over limit" : null;
}

describe("declines in the demo", () => {
  const { cards, transactions } = generateDemo();
  const byCardId = groupByCard(newestFirst(transactions));

  it("are 4 to 8 percent of all purchases and of the newest ones", () => {
    expectHealthy(declinedShare(transactions));
    expectHealthy(declinedShare(newestFirst(transactions).slice(0, 100)));
  });

  it.each([
    ["2026-11-15T00:05:00Z", DEFAULT_SEED],
    ["2026-11-16T08:00:00Z", DEFAULT_SEED],
    ["2026-11-17T12:00:00Z", DEFAULT_SEED],
    ["2026-11-18T18:30:00Z", DEFAULT_SEED],
    ["2026-11-19T23:55:00Z", DEFAULT_SEED],
    ["2026-11-20T15:00:00Z", 2],
    ["2026-11-21T15:00:00Z", 20_260_317],
  ])("stay at 4 to 8 percent in every week before %s with seed %i, without a trend", (time, seed) => {
    const now = new Date(time);
    const shares = weeklyShares(generateDemo({ seed, now }).transactions, now);
    for (const share of shares) expectHealthy(share);
    const [recent, earlier] = [shares.slice(0, WEEKS / 2), shares.slice(WEEKS / 2)].map(average) as [
      number,
      number,
    ];
    expect(Math.abs(recent - earlier)).toBeLessThan(0.01);
  });

  it("have a cause that the card shows", () => {
    for (const card of cards) {
      const declines = (byCardId.get(card.id) ?? []).filter(isDeclined);
      if (declines.length > 0) expect(findTrouble(card, declines), JSON.stringify(card)).not.toBeNull();
    }
  });

  it("are repeated on a few cards only", () => {
    const inTrouble = cards.filter(({ id }) => {
      const newest = (byCardId.get(id) ?? []).slice(0, 3);
      return newest.length === 3 && newest.every(isDeclined);
    });
    expect(
      inTrouble.map((card) => {
        const declines = (byCardId.get(card.id) ?? []).filter(isDeclined);
        return `${card.cardholderName}, ${card.cardName}: ${findTrouble(card, declines)}`;
      }),
    ).toEqual([
      "Larkspur Robotics Ltd, Team lunch: over limit",
      "Castro Logística S.A. de C.V., Fleet 24: frozen",
      "Desai & Pillai Inc., Fleet 3: frozen",
      "Norén & Åkesson AB, Cloud: blocked: account closed",
      "Pune Print Works Pvt. Ltd., Ads: frozen",
      "Esteves Café S.A., Per diem: frozen",
      "Inmaculada Castro, Everyday: blocked: fraud suspected",
      "Orchard Outfitters Ltd., Travel: over limit",
      "Esteves Móveis S.A., Fleet 15: over limit",
    ]);
  });
});

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
