import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { CREATE_REQUEST, failureOf } from "@/testing/issuer-test-bench";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { createIssuer, type Issuer } from "./create-issuer";
import type { IssuerResult } from "./failure";
import { toAppError } from "./to-app-error";

let world: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;
let issuer: Issuer;

beforeAll(async () => {
  world = await openTestSandbox();
  server = await listen(world);
  issuer = createIssuer({ url: server.origin, key: world.sandbox.config.apiKey, timeoutMs: 5000 });
});

afterAll(async () => {
  await server.close();
  await world.close();
});

function dataOf<T>(result: IssuerResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.data;
}

const newCard = async () => dataOf(await issuer.createCard(CREATE_REQUEST));

test("every call works on a card from creation to block", async () => {
  const card = await newCard();
  expect(card).toMatchObject({
    status: "ACTIVE",
    cardholderName: "Ada Lovelace",
    externalCustomerId: "customer-1",
  });
  const list = dataOf(await issuer.listCards({ page: 1, min_created: "2020-01-01" }));
  expect(list.results).toContainEqual(card);
  expect(dataOf(await issuer.retrieveCard(card.id))).toEqual({
    ...card,
    statusReason: null,
    availableCredit: 500,
  });

  expect(dataOf(await issuer.freezeCard(card.id, true))).toBeNull();
  expect(dataOf(await issuer.retrieveCard(card.id)).status).toBe("FROZEN");
  dataOf(await issuer.freezeCard(card.id, false));
  dataOf(await issuer.reissueCard(card.id, { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" }));
  dataOf(await issuer.blockCard(card.id, "fraud suspected"));
  expect(dataOf(await issuer.retrieveCard(card.id))).toMatchObject({
    status: "BLOCKED",
    statusReason: "fraud suspected",
  });

  const { cardDesigns } = dataOf(await issuer.listCardDesigns());
  const [design] = cardDesigns;
  expect(dataOf(await issuer.getCardDesign(design?.id ?? ""))).toEqual(design);
  await world.call("POST", "/sandbox/authorizations", { cardId: card.id, amount: 10 });
  expect(dataOf(await issuer.listTransactions()).results).toMatchObject([
    { card_id: card.id, status: "DECLINED" },
  ]);
  const day = addDays(toIsoDate(new Date()), -3);
  expect(dataOf(await issuer.requestFile("daily", day)).reference_id).toMatch(/^[0-9a-f-]{36}$/);
});

test("a rejection contains the issuer's message for each field", async () => {
  const [kyc, meta] = [CREATE_REQUEST.kyc, CREATE_REQUEST.meta];
  const request = { ...CREATE_REQUEST, kyc: { ...kyc, dob: "2999-01-01" }, meta: { ...meta, id: "" } };
  const failure = failureOf(await issuer.createCard(request as typeof CREATE_REQUEST));
  expect(failure).toMatchObject({ kind: "refused", code: 400, status: 400, retry: "never" });
  expect(toAppError(failure)).toMatchObject({
    code: "refused",
    requestId: failure.requestId,
    fields: { "meta.id": "must not be empty" },
  });
});

test("fraud blocks, unknown cards, unknown designs and invalid days are distinct failures", async () => {
  const { id } = await newCard();
  await issuer.blockCard(id, "FRAUD_SUSPECTED");
  expect(failureOf(await issuer.freezeCard(id, true))).toMatchObject({ kind: "fraud-block", code: 59 });
  expect(failureOf(await issuer.reissueCard(id, { renewOption: "CALCULATE_NEW_EXPIRY_DATE" }))).toMatchObject(
    { kind: "refused" },
  );
  for (const result of [
    await issuer.retrieveCard("nobody"),
    await issuer.freezeCard("nobody", true),
    await issuer.blockCard("nobody", "lost"),
    await issuer.reissueCard("nobody", { renewOption: "CALCULATE_NEW_EXPIRY_DATE" }),
  ]) {
    expect(failureOf(result)).toMatchObject({ kind: "not-found", status: 404, retry: "never" });
  }
  expect(failureOf(await issuer.getCardDesign("nobody"))).toMatchObject({ kind: "refused", status: 400 });
  expect(failureOf(await issuer.requestFile("daily", toIsoDate(new Date())))).toMatchObject({
    kind: "refused",
    fields: { date: expect.stringContaining("too recent") },
  });
  expect(failureOf(await issuer.listCards({ page: 0 }))).toMatchObject({
    kind: "refused",
    fields: { page: expect.any(String) },
  });
});

test("a wrong key is reported as unauthorized and doesn't open the breaker", async () => {
  const withWrongKey = createIssuer({ url: server.origin, key: "sk_wrong_canary_key", timeoutMs: 5000 });
  for (let call = 0; call < 10; call += 1) {
    expect(failureOf(await withWrongKey.listCards())).toMatchObject({
      kind: "unauthorized",
      status: 401,
      retry: "never",
    });
  }
  expect(withWrongKey.state()).toMatchObject({ breaker: "closed", lastFailure: { kind: "unauthorized" } });
  expect(JSON.stringify(withWrongKey.state())).not.toContain("canary");
});
