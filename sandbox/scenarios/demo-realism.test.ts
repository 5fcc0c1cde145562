import { describe, expect, it } from "vitest";
import { PERSON_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { countCharacters } from "@/lib/domain/text/characters";
import { addMonths, toIsoDate } from "@/lib/domain/time/calendar";
import type { TransactionRecord } from "@/sandbox/store/records";
import { DAY_MS, DEMO, generateWorld, groupByCard, NOW } from "@/testing/demo-world";
import { COUNTRIES } from "./country-profiles";
import { demoWorld } from "./demo-world";
import { drawPerson, NAMES } from "./people";
import { seededRandom } from "./random";

function share<Row>(rows: Row[], matches: (row: Row) => boolean): number {
  return rows.filter(matches).length / rows.length;
}

/** Expects the share of rows with this value to be within the range. */
function expectShare<Row, Key extends keyof Row>(rows: Row[], key: Key, value: Row[Key], range: Range): void {
  const actualShare = share(rows, (row) => row[key] === value);
  expect(actualShare).toBeGreaterThan(range.from);
  expect(actualShare).toBeLessThan(range.to);
}

type Range = { from: number; to: number };

function distinct<Row>(rows: Row[], value: (row: Row) => unknown): number {
  return new Set(rows.map(value)).size;
}

describe("the demo looks like a real program", () => {
  const { cards, transactions } = generateWorld();
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const customerTypeOf = ({ cardId }: TransactionRecord) => cardOf.get(cardId)?.customerType;

  it("has people, companies and currencies of many countries", () => {
    expect(COUNTRIES.length).toBeGreaterThanOrEqual(25);
    expect(distinct(transactions, ({ currency }) => currency)).toBeGreaterThanOrEqual(20);
    expect(distinct(cards, ({ cardholderName }) => cardholderName)).toBeGreaterThan(150);
    const holders = new Map(cards.map((card) => [card.externalCustomerId, card]));
    expectShare([...holders.values()], "customerType", "Business", { from: 0.28, to: 0.42 });
    for (const card of cards)
      expect(card.cardholderName).toBe(holders.get(card.externalCustomerId)?.cardholderName);
  });

  it("keeps first and last names within 20 characters", () => {
    for (const culture of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
      const random = seededRandom(7, 0);
      const people = Array.from({ length: 2000 }, () => drawPerson(random, culture));
      const longest = Math.max(...people.flatMap(({ first, last }) => [first, last].map(countCharacters)));
      expect(longest).toBeLessThanOrEqual(PERSON_NAME_MAX_CHARACTERS);
    }
  });

  it("has cards of each type and status in realistic shares", () => {
    expectShare(cards, "cardType", "virtual", { from: 0.62, to: 0.74 });
    expectShare(cards, "status", "ACTIVE", { from: 0.86, to: 0.9 });
    expectShare(cards, "status", "FROZEN", { from: 0.055, to: 0.085 });
    expectShare(cards, "status", "BLOCKED", { from: 0.035, to: 0.065 });
    expect(distinct(cards, ({ statusReason }) => statusReason)).toBeGreaterThan(5);
  });

  it("has cards created today and yesterday, and most before the last 90 days", () => {
    const createdOn = (date: string) => cards.filter(({ created }) => toIsoDate(created) === date).length;
    expect(createdOn("2026-03-17")).toBeGreaterThan(0);
    expect(createdOn("2026-03-16")).toBeGreaterThan(0);
    const older = share(cards, ({ created }) => NOW.getTime() - created.getTime() > 90 * DAY_MS);
    expect(older).toBeGreaterThan(0.54);
    expect(older).toBeLessThan(0.66);
  });

  it("has a few cards that expire soon, and one or two that have expired", () => {
    const today = toIsoDate(NOW);
    const expired = cards.filter(({ expiryDate }) => expiryDate < today);
    const soon = cards.filter(({ expiryDate }) => expiryDate >= today && expiryDate < addMonths(today, 1));
    expect(expired.length).toBeGreaterThanOrEqual(1);
    expect(expired.length).toBeLessThanOrEqual(2);
    expect(soon.length).toBeGreaterThanOrEqual(3);
  });

  it("has transactions of each status in realistic shares", () => {
    expectShare(transactions, "status", "DECLINED", { from: 0.045, to: 0.075 });
    expectShare(transactions, "status", "REFUNDED", { from: 0.018, to: 0.032 });
    expectShare(transactions, "status", "REVERSED", { from: 0.006, to: 0.014 });
    expect(distinct(transactions, ({ declineCode }) => declineCode)).toBe(5);
    expect(share(transactions, ({ status }) => status === "PENDING")).toBeGreaterThan(0.01);
    const dayBefore = transactions.filter(({ created }) => toIsoDate(created) === "2026-03-16");
    expect(distinct(dayBefore, ({ status }) => status)).toBeGreaterThan(2);
  });

  it("spreads transactions unevenly: some cards have none, some have many", () => {
    const counts = [...groupByCard(transactions).values()].map((cardTransactions) => cardTransactions.length);
    expect(counts.length).toBeLessThan(cards.length);
    expect(Math.max(...counts)).toBeGreaterThan(100);
  });

  it("has little business spending on weekends, and grows over time", () => {
    const isWeekend = ({ created }: TransactionRecord) => [0, 6].includes(created.getUTCDay());
    const [office, home] = ["Business", "Consumer"].map((type) =>
      transactions.filter((transaction) => customerTypeOf(transaction) === type),
    ) as [TransactionRecord[], TransactionRecord[]];
    expect(share(office, isWeekend)).toBeLessThan(0.18);
    expect(share(home, isWeekend)).toBeGreaterThan(2 / 7);
    const isRecent = ({ created }: TransactionRecord) => NOW.getTime() - created.getTime() < 45 * DAY_MS;
    expect(share(transactions, isRecent)).toBeGreaterThan(0.52);
  });

  it("withdraws cash in round amounts, with physical cards only", () => {
    const cash = transactions.filter(({ kind }) => kind === "atm");
    expect(cash.length).toBeGreaterThan(20);
    for (const { cardId, amount } of cash) {
      expect(cardOf.get(cardId)?.cardType).toBe("physical");
      expect(amount % 5).toBe(0);
    }
  });

  it("uses all eight designs, the default one most", () => {
    const { designs } = demoWorld(DEMO);
    expect(designs.map(({ name }) => name)).toEqual([
      "Midnight",
      "Harbour",
      "Ember",
      "Ledger",
      "Graphite",
      "Tide",
      "Saffron",
      "Violet",
    ]);
    expect(designs.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(["dsg_midnight"]);
    expect(designs.filter(({ stock }) => !stock).map(({ name }) => name)).toEqual(["Tide"]);
    const cardCounts = designs.map(({ id }) => cards.filter(({ cardDesign }) => cardDesign === id).length);
    expect(Math.min(...cardCounts)).toBeGreaterThan(0);
    expect(Math.max(...cardCounts)).toBe(cardCounts[0]);
  });
});
