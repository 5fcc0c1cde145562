import { describe, expect, expectTypeOf, test } from "vitest";
import type { Card } from "@/lib/contract/card";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { Answer, Lost } from "./exchange";
import type { Trouble } from "./failure";
import { type DataOf, judgeExchange } from "./judge-exchange";

const CALLS = Object.keys(ENDPOINTS) as EndpointName[];
const MUST_NOT_HAPPEN_TWICE: EndpointName[] = ["createCard", "reissueCard"];
const OTHERS = CALLS.filter((call) => !MUST_NOT_HAPPEN_TWICE.includes(call));

const CARD: Card = {
  id: "0198f2b0-0000-7000-8000-000000000001",
  currency: "USD",
  lastFour: "4471",
  externalCustomerId: "customer-1",
  cardholderName: "Ada Lovelace",
  cardName: "Office supplies",
  cardDesign: "design-1",
  cardType: "virtual",
  status: "ACTIVE",
  created: "2026-11-15T14:03:22+0000",
};

function answer(status: number, json?: unknown, retryAfterMs: number | null = null): Answer {
  return { type: "answer", status, retryAfterMs, clockSkewMs: null, body: { isReadable: true, json } };
}

function rubbish(status: number): Answer {
  return {
    type: "answer",
    status,
    retryAfterMs: null,
    clockSkewMs: null,
    body: { isReadable: false, problem: "the body is not JSON" },
  };
}

function refused(status: number, message: string, code = status): Answer {
  return answer(status, { code, message, status: "failed" });
}

const RESET: Lost = { type: "lost", isTimeout: false, code: "ECONNRESET", mayHaveArrived: true };
const TIMEOUT: Lost = { type: "lost", isTimeout: true, code: null, mayHaveArrived: true };
const NOBODY: Lost = { type: "lost", isTimeout: false, code: "ECONNREFUSED", mayHaveArrived: false };

function troubleOf(call: EndpointName, exchange: Answer | Lost): Trouble {
  const verdict = judgeExchange(call, exchange);
  if (verdict.ok) throw new Error("There is no trouble");
  return verdict.trouble;
}

describe("success", () => {
  test("is what the contract makes of it, and nothing it does not know", () => {
    expect(judgeExchange("createCard", answer(201, { ...CARD, surprise: 1 }))).toEqual({
      ok: true,
      data: CARD,
      status: 201,
    });
  });

  test("has the contract's type", () => {
    expectTypeOf<DataOf<"createCard">>().toEqualTypeOf<Card>();
    expectTypeOf<DataOf<"freezeCard">>().toEqualTypeOf<null>();
    expectTypeOf<DataOf<"blockCard">>().toEqualTypeOf<{ message: string }>();
  });

  test.each([undefined, {}, { message: "ok" }, []])("of a freeze may say %j", (json) => {
    expect(judgeExchange("freezeCard", answer(200, json))).toEqual({ ok: true, data: null, status: 200 });
  });

  test("of a freeze that is a web page is none: something else than the issuer answered", () => {
    expect(troubleOf("freezeCard", rubbish(200))).toMatchObject({ kind: "broken-contract", retry: "safe" });
  });
});

describe("an answer that is not the contract's", () => {
  test.each(OTHERS)("of %s is a broken contract, safe to try again", (call) => {
    expect(troubleOf(call, rubbish(200))).toMatchObject({
      kind: "broken-contract",
      status: 200,
      retry: "safe",
    });
  });

  test.each(MUST_NOT_HAPPEN_TWICE)("of %s leaves its outcome unknown", (call) => {
    for (const exchange of [rubbish(200), answer(200, { message: 7 }), answer(200), answer(303)]) {
      expect(troubleOf(call, exchange)).toMatchObject({ kind: "unknown-outcome", retry: "unsafe" });
    }
  });

  test("says where it is broken, without what stood there", () => {
    const { cause } = troubleOf(
      "listCards",
      answer(200, { results: [{ ...CARD, cardholderName: 7 }], count: 1 }),
    );
    expect(cause).toContain("results.0.cardholderName");
    expect(cause).not.toContain("Ada");
    expect(cause).not.toContain(CARD.id);
  });

  test.each(CALLS)("of %s that redirects is not followed and not worth repeating", (call) => {
    for (const status of [301, 302, 307, 308]) {
      expect(troubleOf(call, answer(status))).toMatchObject({
        kind: "broken-contract",
        status,
        retry: "never",
      });
    }
  });

  test.each([400, 404, 409])(
    "%i without a readable reason is a broken contract, and nothing happened",
    (status) => {
      for (const exchange of [rubbish(status), answer(status), answer(status, { error: "no" })]) {
        expect(troubleOf("createCard", exchange)).toMatchObject({ kind: "broken-contract", retry: "never" });
        expect(troubleOf("retrieveCard", exchange)).toMatchObject({
          kind: "broken-contract",
          retry: "never",
        });
      }
    },
  );
});

describe("a refusal", () => {
  test("carries the issuer's code, its words and the fields it names", () => {
    expect(
      troubleOf("createCard", refused(400, "kyc.dob: must be in the past; meta.id: is required")),
    ).toEqual({
      kind: "refused",
      code: 400,
      status: 400,
      issuerMessage: "kyc.dob: must be in the past; meta.id: is required",
      fields: { "kyc.dob": "must be in the past", "meta.id": "is required" },
      message:
        "The issuer rejected the request: Date of birth: must be in the past; Customer ID: is required.",
      cause: null,
      retry: "never",
    });
  });

  test("names each field as the form does, and one that no form has as the issuer does", () => {
    const messageOf = (message: string) => troubleOf("createCard", refused(400, message)).message;
    expect(messageOf("kycApplicantId: The submitted KYC data was rejected")).toBe(
      "The issuer rejected the request: KYC applicant ID: The submitted KYC data was rejected.",
    );
    expect(messageOf("kyc.residentialAddress.postalCode: is too long")).toBe(
      "The issuer rejected the request: Postal code: is too long.",
    );
    expect(messageOf("newField: is required")).toBe(
      "The issuer rejected the request: newField: is required.",
    );
  });

  test("that names no field keeps its sentence", () => {
    expect(troubleOf("reissueCard", refused(400, "A blocked card cannot be reissued"))).toMatchObject({
      kind: "refused",
      fields: null,
      message: "The issuer rejected the request: A blocked card cannot be reissued.",
    });
  });

  test("of any length and any characters becomes one short line", () => {
    const { message } = troubleOf("blockCard", refused(400, `a\u0000b\r\n\ud800${"x".repeat(1_000_000)}`));
    expect(message.length).toBeLessThan(1100);
    expect(message).toMatch(/^The issuer rejected the request: a b .x+\.$/);
    expect(message.isWellFormed()).toBe(true);
  });

  test("of a freeze for suspected fraud is told apart", () => {
    expect(troubleOf("freezeCard", refused(400, "The card is blocked", 59))).toMatchObject({
      kind: "fraud-block",
      code: 59,
      retry: "never",
    });
  });

  test("for a card or a design that does not exist is told apart", () => {
    for (const call of ["retrieveCard", "freezeCard", "blockCard", "reissueCard", "getCardDesign"] as const) {
      expect(troubleOf(call, refused(404, "Card not found"))).toMatchObject({
        kind: "not-found",
        retry: "never",
      });
    }
  });

  test("404 where the path names nothing means a wrong address", () => {
    expect(troubleOf("listCards", refused(404, "Nothing here"))).toMatchObject({ kind: "broken-contract" });
  });

  test.each([401, 403])("%i means our key, whatever the body", (status) => {
    expect(troubleOf("createCard", rubbish(status))).toMatchObject({
      kind: "unauthorized",
      status,
      retry: "never",
    });
  });

  test("429 did nothing, so even a create may be sent again", () => {
    const exchange = answer(429, undefined, 3000);
    expect(troubleOf("createCard", exchange)).toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 3000,
      retry: "safe",
    });
  });
});

describe("no answer", () => {
  const silences = [RESET, TIMEOUT, rubbish(500), refused(503, "down"), answer(599)];

  test.each(OTHERS)("of %s is unavailable, safe to try again", (call) => {
    for (const exchange of [...silences, NOBODY]) {
      expect(troubleOf(call, exchange)).toMatchObject({
        kind: "unavailable",
        breakerOpen: false,
        retry: "safe",
      });
    }
  });

  test.each(MUST_NOT_HAPPEN_TWICE)("of %s leaves its outcome unknown", (call) => {
    for (const exchange of silences) {
      expect(troubleOf(call, exchange)).toMatchObject({ kind: "unknown-outcome", retry: "unsafe" });
    }
  });

  test.each(MUST_NOT_HAPPEN_TWICE)("of %s is known to be nothing where no connection came about", (call) => {
    expect(troubleOf(call, NOBODY)).toMatchObject({
      kind: "unavailable",
      cause: "ECONNREFUSED",
      retry: "safe",
    });
  });

  test("says what was in doubt", () => {
    expect(troubleOf("blockCard", TIMEOUT).message).toBe(
      "The request to the issuer timed out. The card may or may not have been blocked.",
    );
    expect(troubleOf("listCards", RESET)).toMatchObject({
      message: "The issuer didn’t respond.",
      cause: "ECONNRESET",
    });
  });
});
