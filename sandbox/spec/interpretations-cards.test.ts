import { afterAll, beforeAll, expect } from "vitest";
import { RENEW_OPTIONS } from "@/lib/domain/cards/renewal";
import {
  sampleBusinessRequest,
  sampleConsumerRequest,
  sampleShipping,
  withValueAt,
} from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { expectRejected } from "./fields";
import { describeRows } from "./rows";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.close());

const create = (body: unknown) => world.api("POST", "/cards/", body);
const issue = async (request: unknown = sampleConsumerRequest()): Promise<string> =>
  (await create(request)).body.id;
const retrieve = async (id: string) => (await world.api("GET", `/cards/${id}/`)).body;
const freeze = (id: string, on: boolean) => world.api("PUT", `/cards/${id}/freeze/`, { freeze: on });
const block = (id: string, reason: unknown) => world.api("PUT", `/cards/${id}/block/`, { reason });
const replace = (id: string, body: object) => world.api("PUT", `/cards/${id}/replace/`, body);
const buy = async (order: object) => (await world.call("POST", "/sandbox/authorizations", order)).body;
const physical = sampleConsumerRequest({ cardType: "physical" });
const shipped = { shippingInformation: sampleShipping() };

describeRows("Our interpretation: Cards", {
  Status: async () => {
    const id = await issue();
    const seen = [(await retrieve(id)).status];
    await freeze(id, true);
    seen.push((await retrieve(id)).status);
    await block(id, "lost");
    seen.push((await retrieve(id)).status);
    expect(seen).toEqual(["ACTIVE", "FROZEN", "BLOCKED"]);
  },
  Retrieve: async () => {
    const { body: card } = await create(sampleConsumerRequest({ spendLimit: 12.5 }));
    expect(await retrieve(card.id)).toStrictEqual({ ...card, statusReason: null, availableCredit: 12.5 });
  },
  Freeze: async () => {
    const id = await issue();
    for (const [on, status] of [
      [false, "ACTIVE"],
      [true, "FROZEN"],
      [true, "FROZEN"],
      [false, "ACTIVE"],
    ] as const) {
      expect((await freeze(id, on)).status).toBe(200);
      expect((await retrieve(id)).status).toBe(status);
    }
    await block(id, "lost");
    for (const on of [true, false]) {
      expect((await freeze(id, on)).status).toBe(200);
      expect(await retrieve(id)).toMatchObject({ status: "BLOCKED", statusReason: "lost" });
    }
    await block(id, "fraud suspected");
    expect((await freeze(id, true)).body).toMatchObject({ code: 59 });
    expect((await freeze(id, false)).status).toBe(200);
    expect(await retrieve(id)).toMatchObject({ status: "BLOCKED", statusReason: "fraud suspected" });
  },
  Block: async () => {
    const id = await issue();
    for (const reason of ["", "  ", "x".repeat(256), undefined, null, 7]) {
      expectRejected(await block(id, reason), "reason", reason);
    }
    expect((await retrieve(id)).status).toBe("ACTIVE");
    await freeze(id, true);
    for (const reason of ["lost", "x".repeat(255), "stolen"]) {
      expect((await block(id, reason)).status).toBe(200);
      expect(await retrieve(id)).toMatchObject({ status: "BLOCKED", statusReason: reason });
    }
    for (const reason of ["fraud suspected", "FRAUD_SUSPECTED", "suspected-fraud", "Fraud"]) {
      await block(id, reason);
      expect((await freeze(id, true)).body.code, reason).toBe(59);
    }
    for (const reason of ["lost", "never arrived", "account closed"]) {
      await block(id, reason);
      expect((await freeze(id, true)).status, reason).toBe(200);
    }
  },
  Reissue: async () => {
    const id = await issue(physical);
    const before = await retrieve(id);
    const otherDesign = { shippingInformation: sampleShipping({ cardDesign: "dsg_violet" }) };
    await replace(id, { ...otherDesign, renewOption: "IDENTICAL_TO_THE_CURRENT_CARD" });
    expect(await retrieve(id)).toStrictEqual(before);
    for (const on of [false, true]) {
      await freeze(id, on);
      const status = on ? "FROZEN" : "ACTIVE";
      for (const renewOption of RENEW_OPTIONS) {
        expect((await replace(id, { ...shipped, renewOption, expiryDate: "2099-01-01" })).status).toBe(200);
        expect(await retrieve(id)).toMatchObject({ id, status, availableCredit: before.availableCredit });
      }
    }
    await block(id, "lost");
    const blocked = await retrieve(id);
    for (const renewOption of RENEW_OPTIONS) {
      expect((await replace(id, { ...shipped, renewOption, expiryDate: "2099-01-01" })).status).toBe(400);
    }
    expect(await retrieve(id)).toStrictEqual(blocked);
  },
  "Custom expiry": async () => {
    const id = await issue();
    for (const renewOption of RENEW_OPTIONS) {
      const isCustom = renewOption.endsWith("CUSTOM_EXPIRY");
      expect((await replace(id, { renewOption })).status, renewOption).toBe(isCustom ? 400 : 200);
      expect((await replace(id, { renewOption, expiryDate: "2001-01-01" })).status).toBe(
        isCustom ? 400 : 200,
      );
    }
  },
  Physical: async () => {
    const id = await issue(physical);
    for (const renewOption of RENEW_OPTIONS) {
      expectRejected(
        await replace(id, { renewOption, expiryDate: "2099-01-01" }),
        "shippingInformation",
        undefined,
      );
    }
    const virtual = await issue();
    expect((await replace(virtual, {})).status).toBe(200);
    expect((await replace(virtual, shipped)).status).toBe(200);
    const wrong = withValueAt(shipped, "shippingInformation.recipientEmail", "nobody") as object;
    expectRejected(await replace(virtual, wrong), "shippingInformation.recipientEmail", "nobody");
  },
  "At least 1 month": async () => {
    await world.setClock("2031-01-31T12:00:00Z");
    expect((await create(sampleConsumerRequest({ expiryDate: "2031-02-28" }))).status).toBe(201);
    expect((await create(sampleConsumerRequest({ expiryDate: "2031-02-27" }))).status).toBe(400);
    await world.setClock(new Date().toISOString());
  },
  Create: async () => {
    const { body: consumer } = await create(sampleConsumerRequest());
    expect(consumer).toMatchObject({
      status: "ACTIVE",
      cardholderName: "Ada Lovelace",
      cardName: "Travel",
      cardDesign: "dsg_midnight",
      externalCustomerId: "customer-1",
    });
    const { body: business } = await create(sampleBusinessRequest());
    expect(business.cardholderName).toBe("Analytical Engines Limited");
    for (const cardDesign of ["dsg_none", "dsg_tide"]) {
      expectRejected(await create(sampleConsumerRequest({ cardDesign })), "cardDesign", cardDesign);
    }
    const { body: second } = await create(sampleConsumerRequest());
    expect(second.externalCustomerId).toBe(consumer.externalCustomerId);
    expect(second.id).not.toBe(consumer.id);
    await world.setClock("2031-06-15T12:00:00Z");
    const born = (dob: string) => create(sampleConsumerRequest({ kyc: { dob } }));
    expect([(await born("2031-06-14")).status, (await born("2031-06-15")).status]).toEqual([201, 400]);
    await world.setClock(new Date().toISOString());
  },
  Secrets: async () => {
    const id = await issue(physical);
    const answers = [
      await create(sampleConsumerRequest()),
      await world.api("GET", "/cards/"),
      await world.api("GET", `/cards/${id}/`),
      await replace(id, shipped),
      await freeze(id, true),
      await block(id, "lost"),
      await world.api("GET", "/transactions/"),
      await world.call("POST", "/sandbox/authorizations", { cardId: id, amount: 1 }),
      await world.call("GET", "/sandbox/health"),
    ];
    const numbers = [...world.sandbox.state.cards].map(({ cardNumber }) => cardNumber);
    for (const { body } of answers) {
      const text = JSON.stringify(body);
      for (const number of numbers) expect(text).not.toContain(number);
      expect(text).not.toMatch(/cvv|cardNumber|card_number|expiry/i);
    }
  },
  "KYC cross-check": async () => {
    for (const [applicant, words] of [
      ["x-unverified-1", "verified"],
      ["MISMATCH", "match"],
      ["Unverified", "verified"],
    ] as const) {
      const { status, body } = await create(sampleConsumerRequest({ kycApplicantId: applicant }));
      expect(status).toBe(400);
      expect(body.message).toMatch(new RegExp(`^kycApplicantId: .*${words}`));
    }
    expect((await create(sampleConsumerRequest({ kycApplicantId: "verified" }))).status).toBe(201);
  },
  "Address text": async () => {
    const id = await issue(physical);
    const at = (field: string, value: string) =>
      replace(id, withValueAt(shipped, `shippingInformation.shippingAddress.${field}`, value) as object);
    for (const field of ["line1", "line2", "zone", "city", "postalCode"]) {
      expect((await at(field, "Hong Kong")).status).toBe(200);
      expect((await at(field, "Hong{Kong")).status).toBe(400);
      expect((await at(field, "São Paulo")).status).toBe(400);
    }
  },
  Currency: async () => {
    const yen = await openTestSandbox({ currency: "JPY" });
    try {
      const { body: card } = await yen.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 5000 }));
      expect(card.currency).toBe("JPY");
      const order = { cardId: card.id, amount: 1200 };
      const { body } = await yen.call("POST", "/sandbox/authorizations", order);
      expect(body.transaction).toMatchObject({
        currency: "JPY",
        amount: "1200",
        bill_currency: "JPY",
        bill_amount: 1200,
      });
    } finally {
      await yen.close();
    }
    expect((await create(sampleConsumerRequest())).body.currency).toBe("USD");
  },
});

describeRows("Our interpretation: Transactions", {
  Status: async () => {
    const cardId = await issue(sampleConsumerRequest({ spendLimit: 100 }));
    const later = async (verbs: string[], amount = 1) => {
      let { transaction } = await buy({ cardId, amount });
      for (const verb of verbs) {
        transaction = (await world.call("POST", `/sandbox/transactions/${transaction.id}/${verb}`)).body
          .transaction;
      }
      return transaction.status;
    };
    expect(await later([])).toBe("PENDING");
    expect(await later(["clear"])).toBe("CLEARED");
    expect(await later(["reverse"])).toBe("REVERSED");
    expect(await later(["clear", "refund"])).toBe("REFUNDED");
    expect(await later([], 1000)).toBe("DECLINED");
  },
  Fields: async () => {
    const { body } = await world.api("GET", "/transactions/");
    for (const transaction of body.results) expect(Object.keys(transaction)).toHaveLength(10);
    expect(body.results.length).toBeGreaterThan(0);
  },
  Amounts: async () => {
    const cardId = await issue(sampleConsumerRequest({ spendLimit: 100_000 }));
    const cases = [
      ["USD", 12.3, "12.30", 12.3],
      ["JPY", 1200, "1200", 8.09],
      ["KWD", 1.5, "1.500", 4.99],
      ["EUR", 0.01, "0.01", 0.01],
    ] as const;
    for (const [currency, amount, text, billed] of cases) {
      const { transaction } = await buy({ cardId, amount, currency });
      expect(transaction).toMatchObject({
        amount: text,
        currency,
        bill_amount: billed,
        bill_currency: "USD",
      });
    }
  },
});
