import { afterAll, beforeAll, expect, test } from "vitest";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { sampleBusinessRequest, sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { describeRows } from "./rows";

const STARTED_AT = Date.now();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CREATED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/;
const CARD_FIELDS = [
  "cardDesign",
  "cardName",
  "cardType",
  "cardholderName",
  "created",
  "currency",
  "externalCustomerId",
  "id",
  "lastFour",
  "status",
];

let world: TestSandbox;
const consumer = sampleConsumerRequest({
  preferredCardName: "Travel",
  spendLimit: 500.25,
  cardDesign: "dsg_harbour",
});
const business = sampleBusinessRequest({ cardType: "physical" });
let card: Card;
let businessRecord: Card;
let purchase: Transaction;

beforeAll(async () => {
  world = await openTestSandbox({ pageSize: 2 });
  card = (await world.api("POST", "/cards/", consumer)).body;
  businessRecord = (await world.api("POST", "/cards/", business)).body;
  await world.api("POST", "/cards/", consumer);
  for (const currency of ["USD", "JPY", "EUR"]) {
    const order = { cardId: card.id, amount: 64, currency };
    const { body } = await world.call("POST", "/sandbox/authorizations", order);
    purchase = body.transaction;
  }
});
afterAll(() => world.close());

const sorted = (record: object) => Object.keys(record).sort();

/** The card as returned by create, list and retrieve. */
async function allRepresentations(id: string) {
  const created = id === card.id ? card : businessRecord;
  const pages = await Promise.all([1, 2].map((page) => world.api("GET", `/cards/?page=${page}`)));
  const listed = pages.flatMap(({ body }) => body.results).find((item) => item.id === id);
  const retrieved = (await world.api("GET", `/cards/${id}/`)).body;
  return [created, listed, retrieved];
}

test("2.1 a Card has exactly the ten fields, in create and in list", async () => {
  const [created, listed] = await allRepresentations(card.id);
  expect(sorted(created)).toEqual(CARD_FIELDS);
  expect(listed).toStrictEqual(created);
});

test("2.1 a retrieved card has the ten fields, statusReason and availableCredit, and no more", async () => {
  const [created, , retrieved] = await allRepresentations(card.id);
  const { statusReason, availableCredit, ...shared } = retrieved;
  expect(shared).toStrictEqual(created);
  expect(sorted(retrieved)).toEqual([...CARD_FIELDS, "availableCredit", "statusReason"].sort());
});

describeRows("2.1 Card", {
  id: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.id).toMatch(UUID);
    expect(businessRecord.id).not.toBe(card.id);
  },
  currency: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.currency).toBe("USD");
  },
  lastFour: async () => {
    const stored = world.sandbox.state.cards.get(card.id);
    for (const record of await allRepresentations(card.id)) {
      expect(record.lastFour).toMatch(/^\d{4}$/);
      expect(stored?.cardNumber.endsWith(record.lastFour)).toBe(true);
    }
  },
  externalCustomerId: async () => {
    for (const record of await allRepresentations(card.id))
      expect(record.externalCustomerId).toBe(consumer.meta.id);
  },
  cardholderName: async () => {
    const name = `${consumer.kyc.firstName} ${consumer.kyc.lastName}`;
    for (const record of await allRepresentations(card.id)) expect(record.cardholderName).toBe(name);
    for (const record of await allRepresentations(businessRecord.id)) {
      expect(record.cardholderName).toBe(business.kyc.fullName);
    }
  },
  cardName: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.cardName).toBe("Travel");
  },
  cardDesign: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.cardDesign).toBe("dsg_harbour");
  },
  cardType: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.cardType).toBe("virtual");
    for (const record of await allRepresentations(businessRecord.id))
      expect(record.cardType).toBe("physical");
  },
  status: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.status).toBe("ACTIVE");
  },
  created: async () => {
    for (const record of await allRepresentations(card.id)) expect(record.created).toMatch(CREATED);
    const created = Date.parse(card.created.replace("+0000", "Z"));
    expect(created).toBeGreaterThan(STARTED_AT - 1_000);
    expect(created).toBeLessThanOrEqual(Date.now());
  },
});

describeRows("2.1 Card as retrieved", {
  statusReason: async () => {
    const { body: fresh } = await world.api("POST", "/cards/", consumer);
    const before = await world.api("GET", `/cards/${fresh.id}/`);
    await world.api("PUT", `/cards/${fresh.id}/block/`, { reason: "Lost on the tram" });
    const after = await world.api("GET", `/cards/${fresh.id}/`);
    expect([before.body.statusReason, after.body.statusReason]).toEqual([null, "Lost on the tram"]);
  },
  availableCredit: async () => {
    for (const spendLimit of [0, 0.01, 1234.5, 1_000_000]) {
      const { body } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit }));
      const { body: retrieved } = await world.api("GET", `/cards/${body.id}/`);
      expect(retrieved.availableCredit).toBe(spendLimit);
    }
    const { spendLimit: _, ...withoutLimit } = consumer;
    const { body } = await world.api("POST", "/cards/", withoutLimit);
    expect((await world.api("GET", `/cards/${body.id}/`)).body.availableCredit).toBe(0);
  },
});

async function listed(): Promise<Transaction[]> {
  const pages = await Promise.all([1, 2].map((page) => world.api("GET", `/transactions/?page=${page}`)));
  return pages.flatMap(({ body }) => body.results);
}

test("2.2 a Transaction has exactly the ten fields", async () => {
  const transactions = await listed();
  expect(transactions).toHaveLength(3);
  for (const transaction of transactions) {
    expect(sorted(transaction)).toEqual([
      "amount",
      "bill_amount",
      "bill_currency",
      "card_id",
      "cardholder_name",
      "created",
      "currency",
      "external_transaction_id",
      "id",
      "status",
    ]);
  }
});

describeRows("2.2 Transaction", {
  id: async () => {
    const ids = (await listed()).map(({ id }) => id);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toContain(purchase.id);
  },
  external_transaction_id: async () => {
    for (const transaction of await listed()) {
      expect(transaction.external_transaction_id).toMatch(/^\S+$/);
      expect(transaction.external_transaction_id).not.toBe(transaction.id);
    }
  },
  card_id: async () => {
    for (const transaction of await listed()) expect(transaction.card_id).toBe(card.id);
  },
  bill_amount: async () => {
    for (const transaction of await listed()) expect(transaction.bill_amount).toBeTypeOf("number");
    const dollars = (await listed()).find(({ currency }) => currency === "USD");
    expect(dollars?.bill_amount).toBe(64);
  },
  bill_currency: async () => {
    for (const transaction of await listed()) expect(transaction.bill_currency).toBe("USD");
  },
  cardholder_name: async () => {
    for (const transaction of await listed()) expect(transaction.cardholder_name).toBe(card.cardholderName);
  },
  amount: async () => {
    const amounts = Object.fromEntries((await listed()).map(({ currency, amount }) => [currency, amount]));
    expect(amounts).toEqual({ USD: "64.00", EUR: "64.00", JPY: "64" });
  },
  currency: async () => {
    expect((await listed()).map(({ currency }) => currency).sort()).toEqual(["EUR", "JPY", "USD"]);
  },
  status: async () => {
    for (const transaction of await listed()) expect(transaction.status).toBe("PENDING");
  },
  created: async () => {
    for (const transaction of await listed()) expect(transaction.created).toMatch(CREATED);
  },
});
