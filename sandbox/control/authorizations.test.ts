import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.close());

const issue = async (request = {}): Promise<string> =>
  (await world.api("POST", "/cards/", { ...sampleConsumerRequest({ spendLimit: 100 }), ...request })).body.id;
const creditOf = async (id: string) => (await world.api("GET", `/cards/${id}/`)).body.availableCredit;
const authorize = (purchase: object) => world.call("POST", "/sandbox/authorizations", purchase);
const buy = async (purchase: object) => (await authorize(purchase)).body;
const changeStatus = (id: string, verb: string) => world.call("POST", `/sandbox/transactions/${id}/${verb}`);

describe("POST /sandbox/authorizations", () => {
  test("approves a purchase, records it and reduces the available credit", async () => {
    const cardId = await issue();
    const { status, body } = await authorize({ cardId, amount: 12.34, merchant: "Kowloon Hardware" });
    expect(status).toBe(201);
    expect(body).toEqual({ approved: true, code: null, reason: null, transaction: expect.anything() });
    expect(body.transaction).toMatchObject({
      card_id: cardId,
      amount: "12.34",
      bill_amount: 12.34,
      status: "PENDING",
    });
    expect(await creditOf(cardId)).toBe(87.66);
    const { body: list } = await world.api("GET", "/transactions/");
    expect(list.results[0]).toStrictEqual(body.transaction);
  });

  test("declines with the most serious reason: R8, R1, R4, R3, R2", async () => {
    const cardId = await issue({ expiryDate: "2099-12-30" });
    await world.api("PUT", `/cards/${cardId}/replace/`, {
      renewOption: "SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY",
      expiryDate: "2032-01-31",
    });
    const codeOf = async (purchase: object) => (await buy({ cardId, ...purchase })).code;
    const worst = { amount: 1000, credentialsVersion: 1 };
    await world.setClock("2032-02-01T00:00:00Z");
    await world.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true });
    expect(await codeOf(worst)).toBe("R1");
    await world.api("PUT", `/cards/${cardId}/freeze/`, { freeze: false });
    expect(await codeOf(worst)).toBe("R4");
    expect(await codeOf({ amount: 1000, credentialsVersion: 2 })).toBe("R3");
    await world.setClock("2032-01-31T23:59:50Z");
    expect(await codeOf({ amount: 1000, credentialsVersion: 2 })).toBe("R2");
    expect(await codeOf({ amount: 1, credentialsVersion: 2 })).toBe(null);
    await world.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true });
    await world.api("PUT", `/cards/${cardId}/block/`, { reason: "lost" });
    await world.setClock("2032-02-01T00:00:00Z");
    expect(await codeOf(worst)).toBe("R8");
    await world.setClock(new Date().toISOString());
  });

  test("declines credentials of a version that never existed", async () => {
    const cardId = await issue();
    expect((await buy({ cardId, amount: 1, credentialsVersion: 2 })).code).toBe("R4");
    expect((await authorize({ cardId, amount: 1, credentialsVersion: 0 })).status).toBe(400);
  });

  test("records a decline as a transaction and leaves the credit unchanged", async () => {
    const cardId = await issue();
    const { transaction, approved, reason } = await buy({ cardId, amount: 100.01 });
    expect([approved, transaction.status]).toEqual([false, "DECLINED"]);
    expect(reason).toMatch(/credit/);
    expect(await creditOf(cardId)).toBe(100);
  });

  test("approves purchases up to the last cent of credit", async () => {
    const cardId = await issue({ spendLimit: 0.3 });
    expect((await buy({ cardId, amount: 0.1 })).approved).toBe(true);
    expect((await buy({ cardId, amount: 0.2 })).approved).toBe(true);
    expect(await creditOf(cardId)).toBe(0);
    expect((await buy({ cardId, amount: 0.01 })).code).toBe("R2");
  });

  test("charges 2% for another currency and $2.50 for cash", async () => {
    const cardId = await issue({ spendLimit: 1000 });
    const billed = async (purchase: object) => (await buy({ cardId, ...purchase })).transaction.bill_amount;
    // 92 EUR at 0.92 to the dollar is $100.00.
    expect(await billed({ amount: 92, currency: "EUR" })).toBe(102);
    expect(await billed({ amount: 40, kind: "atm" })).toBe(42.5);
    expect(await billed({ amount: 92, currency: "EUR", kind: "atm" })).toBe(104.5);
    expect(await creditOf(cardId)).toBe(1000 - 102 - 42.5 - 104.5);
  });

  test("rejects an invalid purchase and leaves the credit unchanged", async () => {
    const cardId = await issue();
    const invalid: [object, string][] = [
      [{ amount: 1 }, "cardId"],
      [{ cardId }, "amount"],
      [{ cardId, amount: 0 }, "amount"],
      [{ cardId, amount: -1 }, "amount"],
      [{ cardId, amount: "1" }, "amount"],
      [{ cardId, amount: 0.001 }, "amount"],
      [{ cardId, amount: 1e13 }, "amount"],
      [{ cardId, amount: 1, currency: "XXX" }, "currency"],
      [{ cardId, amount: 1, currency: "usd" }, "currency"],
      [{ cardId, amount: 1, merchant: "" }, "merchant"],
      [{ cardId, amount: 1, kind: "gift" }, "kind"],
    ];
    for (const [purchase, field] of invalid) {
      const { status, body } = await authorize(purchase);
      expect([field, status]).toEqual([field, 400]);
      expect(body.message).toMatch(new RegExp(`^${field}: `));
    }
    expect((await authorize({ cardId: "0198c1f0-0000-7000-8000-000000000000", amount: 1 })).status).toBe(404);
    expect(await creditOf(cardId)).toBe(100);
  });
});

describe("POST /sandbox/transactions/{id}/…", () => {
  test("clear keeps the amount charged; refund restores it", async () => {
    const cardId = await issue();
    const { transaction } = await buy({ cardId, amount: 46, currency: "EUR" });
    expect(await creditOf(cardId)).toBe(49);
    expect((await changeStatus(transaction.id, "clear")).body.transaction).toStrictEqual({
      ...transaction,
      status: "CLEARED",
    });
    expect(await creditOf(cardId)).toBe(49);
    expect((await changeStatus(transaction.id, "refund")).body.transaction).toStrictEqual({
      ...transaction,
      status: "REFUNDED",
    });
    expect(await creditOf(cardId)).toBe(100);
  });

  test("reverse restores the credit of a pending purchase", async () => {
    const cardId = await issue();
    const { transaction } = await buy({ cardId, amount: 30 });
    expect((await changeStatus(transaction.id, "reverse")).body.transaction.status).toBe("REVERSED");
    expect(await creditOf(cardId)).toBe(100);
  });

  test("every other status change returns 409 and changes nothing", async () => {
    const cardId = await issue();
    const cases: Record<string, { verbs: string[]; amount?: number; next: string[] }> = {
      PENDING: { verbs: [], next: ["refund"] },
      CLEARED: { verbs: ["clear"], next: ["clear", "reverse"] },
      REVERSED: { verbs: ["reverse"], next: ["clear", "reverse", "refund"] },
      REFUNDED: { verbs: ["clear", "refund"], next: ["clear", "reverse", "refund"] },
      DECLINED: { verbs: [], amount: 5000, next: ["clear", "reverse", "refund"] },
    };
    for (const [status, { verbs, amount = 1, next }] of Object.entries(cases)) {
      const { transaction } = await buy({ cardId, amount });
      for (const verb of verbs) await changeStatus(transaction.id, verb);
      const credit = await creditOf(cardId);
      for (const verb of next) {
        const response = await changeStatus(transaction.id, verb);
        expect([status, verb, response.status]).toEqual([status, verb, 409]);
        expect(response.body).toEqual({
          code: 409,
          message: expect.stringContaining(status),
          status: "failed",
        });
      }
      expect(await creditOf(cardId)).toBe(credit);
    }
  });

  test("an unknown transaction returns 404", async () => {
    for (const id of ["0198c1f0-0000-7000-8000-000000000000", "none", "%00"]) {
      for (const verb of ["clear", "reverse", "refund"])
        expect((await changeStatus(id, verb)).status).toBe(404);
    }
  });

  test("a purchase made before a block or a reissue still clears and is refunded", async () => {
    const cardId = await issue();
    const [first, second] = [await buy({ cardId, amount: 10 }), await buy({ cardId, amount: 20 })];
    await world.api("PUT", `/cards/${cardId}/replace/`, {});
    expect((await changeStatus(first.transaction.id, "clear")).status).toBe(200);
    await world.api("PUT", `/cards/${cardId}/block/`, { reason: "lost" });
    expect((await changeStatus(second.transaction.id, "reverse")).status).toBe(200);
    expect((await changeStatus(first.transaction.id, "refund")).status).toBe(200);
    expect(await creditOf(cardId)).toBe(100);
  });
});

test("GET /sandbox/transactions lists the newest first, with merchant and card", async () => {
  const cardId = await issue();
  await buy({ cardId, amount: 5, merchant: "Kiosk" });
  await world.call("POST", "/sandbox/clock", { advanceSeconds: 60 });
  const { transaction } = await buy({ cardId, amount: 7, merchant: "Bakery" });
  const { lastFour } = (await world.api("GET", `/cards/${cardId}/`)).body;
  const { transactions } = (await world.call("GET", "/sandbox/transactions")).body;
  // Other tests of this file have purchases of later years.
  const own = transactions.filter((listed: { card_id: string }) => listed.card_id === cardId);
  expect(own[0]).toEqual({ ...transaction, merchant: "Bakery", last_four: lastFour });
  expect(own[1]).toMatchObject({ merchant: "Kiosk" });
});
