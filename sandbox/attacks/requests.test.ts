import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardholderName } from "@/lib/contract/create-card";
import { DEFAULT_RENEW_OPTION, RENEWAL_OPTIONS, renewedExpiry } from "@/lib/domain/cards/renewal";
import type { StoredCard } from "@/sandbox/store/records";
import { stateAsChanges } from "@/sandbox/store/state";
import {
  businessCardRequest,
  consumerCardRequest,
  reissueRequest,
  sampleBusinessRequest,
  sampleConsumerRequest,
  sampleShipping,
  withValueAt,
} from "@/testing/arbitraries";
import { anyViolation, createCardViolations, reissueViolations } from "@/testing/rule-violations";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";

const TODAY = "2031-05-15";
const IN_STOCK = ["dsg_midnight", "dsg_harbour", "dsg_violet"];
const RUNS = { numRuns: 60 };

let world: TestSandbox;

beforeAll(async () => {
  world = await openTestSandbox();
  await world.setClock(`${TODAY}T10:00:00Z`);
});
afterAll(() => world.close());

async function issue(request: object): Promise<string> {
  const { status, body } = await world.api("POST", "/cards/", request);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

function readCard(cardId: string): StoredCard {
  const card = world.sandbox.state.cards.get(cardId);
  if (!card) throw new Error(`There is no card ${cardId}`);
  return card;
}

/** Everything that a call could change. */
function fingerprint(): string {
  return JSON.stringify([...stateAsChanges(world.sandbox.state)]);
}

test("every valid create request returns 201 and is stored as sent", async () => {
  const requests = fc.oneof(consumerCardRequest(TODAY), businessCardRequest(TODAY));
  const designs = fc.option(fc.constantFrom(...IN_STOCK), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(requests, designs, async (request, cardDesign) => {
      const sent = JSON.parse(JSON.stringify({ ...request, cardDesign }));
      const { status, body: card } = await world.api("POST", "/cards/", sent);
      expect(status, card.message).toBe(201);
      expect(card).toMatchObject({
        currency: "USD",
        externalCustomerId: request.meta.id,
        cardholderName: cardholderName(request),
        cardName: request.preferredCardName,
        cardDesign: cardDesign ?? "dsg_midnight",
        cardType: request.cardType,
        status: "ACTIVE",
      });
      const { body: retrieved } = await world.api("GET", `/cards/${card.id}/`);
      const availableCredit = request.spendLimit ?? 0;
      expect(retrieved).toStrictEqual({ ...card, statusReason: null, availableCredit });
      const row = readCard(card.id);
      expect(row.application).toEqual(sent);
      expect(row.expiryDate).toBe(request.expiryDate ?? "2034-05-15");
      expect(row.cardNumber.slice(-4)).toBe(card.lastFour);
    }),
    RUNS,
  );
});

test("every valid reissue request returns 200 and does what its option says", async () => {
  const cardId = await issue(sampleConsumerRequest({ cardType: "physical" }));
  await fc.assert(
    fc.asyncProperty(reissueRequest(TODAY), fc.constantFrom(...IN_STOCK), async (request, cardDesign) => {
      const sent = withValueAt(request, "shippingInformation.cardDesign", cardDesign);
      const [before, recordBefore] = [readCard(cardId), (await world.api("GET", `/cards/${cardId}/`)).body];
      const { status, body } = await world.api("PUT", `/cards/${cardId}/replace/`, sent);
      expect(status, body.message).toBe(200);
      const [after, record] = [readCard(cardId), (await world.api("GET", `/cards/${cardId}/`)).body];
      const option = request.renewOption ?? DEFAULT_RENEW_OPTION;
      const dates = { today: TODAY, current: before.expiryDate, custom: request.expiryDate };
      const { oldCardWorks, cardNumber } = RENEWAL_OPTIONS[option];
      expect(after.expiryDate).toBe(renewedExpiry(option, dates));
      expect(after.credentialsVersion).toBe(before.credentialsVersion + (oldCardWorks ? 0 : 1));
      expect(after.cardNumber === before.cardNumber).toBe(cardNumber === "same");
      expect(record).toStrictEqual({
        ...recordBefore,
        lastFour: after.cardNumber.slice(-4),
        cardDesign: oldCardWorks ? recordBefore.cardDesign : cardDesign,
      });
    }),
    RUNS,
  );
});

test.each([
  { customerType: "Consumer" as const, sample: sampleConsumerRequest() },
  { customerType: "Business" as const, sample: sampleBusinessRequest() },
])(
  "a create request for a $customerType that breaks one rule returns 400, names the field and changes nothing",
  async ({ customerType, sample }) => {
    const before = fingerprint();
    await fc.assert(
      fc.asyncProperty(
        anyViolation(createCardViolations(TODAY, customerType)),
        async ({ violation, invalidValue }) => {
          const { status, body } = await world.api(
            "POST",
            "/cards/",
            withValueAt(sample, violation.path, invalidValue),
          );
          expect(status, `${violation.path} ${violation.description}`).toBe(400);
          expect(body).toEqual({ code: 400, message: expect.any(String), status: "failed" });
          expect(body.message).toMatch(startsWith(`${violation.path}: ${violation.message}`));
        },
      ),
      { numRuns: 250 },
    );
    expect(fingerprint()).toBe(before);
  },
);

test("a reissue request that breaks one rule returns 400, names the field and changes nothing", async () => {
  const cardId = await issue(sampleConsumerRequest({ cardType: "physical" }));
  const sample = { renewOption: "CALCULATE_NEW_EXPIRY_DATE", shippingInformation: sampleShipping() };
  const before = fingerprint();
  await fc.assert(
    fc.asyncProperty(anyViolation(reissueViolations()), async ({ violation, invalidValue }) => {
      const request = withValueAt(sample, violation.path, invalidValue);
      const { status, body } = await world.api("PUT", `/cards/${cardId}/replace/`, request);
      expect(status, `${violation.path} ${violation.description}`).toBe(400);
      expect(body.message).toMatch(startsWith(`${violation.path}: ${violation.message}`));
    }),
    { numRuns: 250 },
  );
  expect(fingerprint()).toBe(before);
});

test("a request that breaks a rule only the issuer can check changes nothing", async () => {
  const cardId = await issue(sampleConsumerRequest());
  await world.api("PUT", `/cards/${cardId}/block/`, { reason: "fraud" });
  const before = fingerprint();
  const responses = [
    await world.api("POST", "/cards/", sampleConsumerRequest({ cardDesign: "dsg_tide" })),
    await world.api("POST", "/cards/", sampleConsumerRequest({ kycApplicantId: "mismatch" })),
    await world.api("PUT", `/cards/${cardId}/freeze/`, { freeze: true }),
    await world.api("PUT", `/cards/${cardId}/replace/`, {}),
    await world.api("GET", "/files/daily/?date=2031-05-14"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect(fingerprint()).toBe(before);
});

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`);
}
