import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Card } from "@/lib/contract/card";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexTransaction } from "@/testing/indexed-samples";
import { findIndexedCustomer } from "./find-customer";
import { readTopCustomers } from "./read-figures";
import { searchIndex } from "./search-index";
import { databaseNow } from "./sync/index-write";
import { writeCards } from "./sync/write-cards";

const COMPANY = "cust_north";

const card = (overrides: Partial<Card> & Pick<Card, "id" | "created">): Card => ({
  currency: "USD",
  lastFour: "4471",
  externalCustomerId: COMPANY,
  cardholderName: "Northwind Traders",
  cardName: "Travel",
  cardDesign: "dsg_midnight",
  cardType: "physical",
  status: "ACTIVE",
  ...overrides,
});

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
  const cards = [
    card({ id: "first", created: "2026-03-02T10:00:00+0000" }),
    card({ id: "second", created: "2026-05-02T10:00:00+0000", status: "BLOCKED" }),
    card({ id: "stranger", created: "2026-11-02T10:00:00+0000", cardholderName: "Mallory Stranger" }),
    card({ id: "stranger-2", created: "2026-11-03T10:00:00+0000", cardholderName: "Mallory Stranger" }),
    card({ id: "stranger-3", created: "2026-11-04T10:00:00+0000", cardholderName: "Mallory Stranger" }),
  ];
  await writeCards(cards, { requestedAt: await databaseNow(), source: "sync" });
  await indexTransaction(db.pool, { cardId: "stranger", at: "2026-11-05T10:00:00Z", amount: 60 });
});
afterAll(() => db.close());

describe("a customer whose ID was used for another person's cards", () => {
  it("keeps the name of the first card and lists the other name", async () => {
    expect(await findIndexedCustomer(COMPANY)).toEqual({
      id: COMPANY,
      name: "Northwind Traders",
      otherNames: ["Mallory Stranger"],
      cards: 5,
      byStatus: [
        { status: "ACTIVE", cards: 4 },
        { status: "BLOCKED", cards: 1 },
      ],
      since: "2026-03-02T10:00:00.000Z",
    });
  });

  it.each(["mallory stranger", COMPANY])(
    "is found by %s and shown with the first card's name",
    async (typed) => {
      const { customers } = await searchIndex(typed);
      expect(customers).toEqual([{ id: COMPANY, name: "Northwind Traders", cards: 5 }]);
    },
  );

  it("has the first card's name among the top customers", async () => {
    const top = await readTopCustomers({ from: "2026-11-01", to: "2026-11-30" }, "USD", 5);
    expect(top).toMatchObject([{ id: COMPANY, name: "Northwind Traders" }]);
  });
});

it("doesn't find a customer without cards", async () => {
  expect(await findIndexedCustomer("cust_nobody")).toBeNull();
});
