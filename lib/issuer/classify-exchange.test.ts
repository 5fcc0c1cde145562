import { describe, expect, expectTypeOf, test } from "vitest";
import type { Card } from "@/lib/contract/card";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import { classifyExchange, type DataOf } from "./classify-exchange";
import type { LostResponse, ReceivedResponse } from "./exchange";
import type { CallFailure } from "./failure";

const CALLS = Object.keys(ENDPOINTS) as EndpointName[];
const NON_IDEMPOTENT: EndpointName[] = ["createCard", "reissueCard"];
const REPEATABLE = CALLS.filter((call) => !NON_IDEMPOTENT.includes(call));

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

function response(status: number, json?: unknown, retryAfterMs: number | null = null): ReceivedResponse {
  const body = { isReadable: true, json, secretFields: [] } as const;
  return { type: "response", status, retryAfterMs, clockSkewMs: null, contentType: "application/json", body };
}

function unreadable(status: number): ReceivedResponse {
  return {
    type: "response",
    status,
    retryAfterMs: null,
    clockSkewMs: null,
    contentType: "text/html",
    body: { isReadable: false, problem: "the body is not JSON" },
  };
}

function rejected(status: number, message: string, code = status): ReceivedResponse {
  return response(status, { code, message, status: "failed" });
}

const RESET: LostResponse = { type: "lost", isTimeout: false, code: "ECONNRESET", mayHaveArrived: true };
const TIMEOUT: LostResponse = { type: "lost", isTimeout: true, code: null, mayHaveArrived: true };
const CONNECTION_REFUSED: LostResponse = {
  type: "lost",
  isTimeout: false,
  code: "ECONNREFUSED",
  mayHaveArrived: false,
};

function failureOf(call: EndpointName, exchange: ReceivedResponse | LostResponse): CallFailure {
  const result = classifyExchange(call, exchange);
  if (result.ok) throw new Error("The exchange succeeded");
  return result.failure;
}

describe("success", () => {
  test("contains only the fields of the contract", () => {
    expect(classifyExchange("createCard", response(201, { ...CARD, surprise: 1 }))).toEqual({
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

  test.each([undefined, {}, { message: "ok" }, []])("may have the body %j for a freeze", (json) => {
    expect(classifyExchange("freezeCard", response(200, json))).toEqual({
      ok: true,
      data: null,
      status: 200,
    });
  });

  test("is a contract violation for a freeze with an HTML body", () => {
    expect(failureOf("freezeCard", unreadable(200))).toMatchObject({
      kind: "broken-contract",
      retry: "safe",
    });
  });
});

describe("a response that violates the contract", () => {
  test.each(REPEATABLE)("is safe to retry for %s", (call) => {
    expect(failureOf(call, unreadable(200))).toMatchObject({
      kind: "broken-contract",
      status: 200,
      retry: "safe",
    });
  });

  test.each(NON_IDEMPOTENT)("leaves the outcome of %s unknown", (call) => {
    for (const exchange of [unreadable(200), response(200, { message: 7 }), response(200), response(303)]) {
      expect(failureOf(call, exchange)).toMatchObject({ kind: "unknown-outcome", retry: "unsafe" });
    }
  });

  test("names the invalid field, but not its value", () => {
    const { cause } = failureOf(
      "listCards",
      response(200, { results: [{ ...CARD, cardholderName: 7 }], count: 1 }),
    );
    expect(cause).toContain("results.0.cardholderName");
    expect(cause).not.toContain("Ada");
    expect(cause).not.toContain(CARD.id);
  });

  test.each(CALLS)("is neither followed nor retried if %s redirects", (call) => {
    for (const status of [301, 302, 307, 308]) {
      expect(failureOf(call, response(status))).toMatchObject({
        kind: "broken-contract",
        status,
        retry: "never",
      });
    }
  });

  test.each([400, 404, 409])(
    "means that nothing was changed if it has status %i and no readable reason",
    (status) => {
      for (const exchange of [unreadable(status), response(status), response(status, { error: "no" })]) {
        expect(failureOf("createCard", exchange)).toMatchObject({ kind: "broken-contract", retry: "never" });
        expect(failureOf("retrieveCard", exchange)).toMatchObject({
          kind: "broken-contract",
          retry: "never",
        });
      }
    },
  );
});

describe("a rejection", () => {
  test("contains the issuer's code, message and fields", () => {
    expect(
      failureOf("createCard", rejected(400, "kyc.dob: must be in the past; meta.id: is required")),
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

  test("uses the form's field labels, or the issuer's name if no form has the field", () => {
    const messageOf = (message: string) => failureOf("createCard", rejected(400, message)).message;
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

  test("keeps the issuer's message if it has no fields", () => {
    expect(failureOf("reissueCard", rejected(400, "A blocked card cannot be reissued"))).toMatchObject({
      kind: "refused",
      fields: null,
      message: "The issuer rejected the request: A blocked card cannot be reissued.",
    });
  });

  test("is reduced to one short line of safe characters", () => {
    const { message } = failureOf("blockCard", rejected(400, `a\u0000b\r\n\ud800${"x".repeat(1_000_000)}`));
    expect(message.length).toBeLessThan(1100);
    expect(message).toMatch(/^The issuer rejected the request: a b .x+\.$/);
    expect(message.isWellFormed()).toBe(true);
  });

  test("is a separate kind of failure for a freeze after suspected fraud", () => {
    expect(failureOf("freezeCard", rejected(400, "The card is blocked", 59))).toMatchObject({
      kind: "fraud-block",
      code: 59,
      retry: "never",
    });
  });

  test("is reported as not found for an unknown card or design", () => {
    for (const call of ["retrieveCard", "freezeCard", "blockCard", "reissueCard", "getCardDesign"] as const) {
      expect(failureOf(call, rejected(404, "Card not found"))).toMatchObject({
        kind: "not-found",
        retry: "never",
      });
    }
  });

  test("means a wrong URL if it is a 404 on a path without an ID", () => {
    expect(failureOf("listCards", rejected(404, "Nothing here"))).toMatchObject({ kind: "broken-contract" });
  });

  test.each([401, 403])("means for status %i that our key is wrong, whatever the body", (status) => {
    expect(failureOf("createCard", unreadable(status))).toMatchObject({
      kind: "unauthorized",
      status,
      retry: "never",
    });
  });

  test("had no effect if its status is 429, so even a create may be retried", () => {
    const exchange = response(429, undefined, 3000);
    expect(failureOf("createCard", exchange)).toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 3000,
      retry: "safe",
    });
  });
});

describe("a lost response or server error", () => {
  const failures = [RESET, TIMEOUT, unreadable(500), rejected(503, "down"), response(599)];

  test.each(REPEATABLE)("is unavailable and safe to retry for %s", (call) => {
    for (const exchange of [...failures, CONNECTION_REFUSED]) {
      expect(failureOf(call, exchange)).toMatchObject({
        kind: "unavailable",
        breakerOpen: false,
        retry: "safe",
      });
    }
  });

  test.each(NON_IDEMPOTENT)("leaves the outcome of %s unknown", (call) => {
    for (const exchange of failures) {
      expect(failureOf(call, exchange)).toMatchObject({ kind: "unknown-outcome", retry: "unsafe" });
    }
  });

  test.each(NON_IDEMPOTENT)("has no effect on %s if the connection was refused", (call) => {
    expect(failureOf(call, CONNECTION_REFUSED)).toMatchObject({
      kind: "unavailable",
      cause: "ECONNREFUSED",
      retry: "safe",
    });
  });

  test("says what is uncertain", () => {
    expect(failureOf("blockCard", TIMEOUT).message).toBe(
      "The request to the issuer timed out. The card may or may not have been blocked.",
    );
    expect(failureOf("listCards", RESET)).toMatchObject({
      message: "The issuer didn’t respond.",
      cause: "ECONNRESET",
    });
  });
});
