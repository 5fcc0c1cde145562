import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { type Answer, compareAnswer } from "./compare-answer";
import type { Difference } from "./difference";
import { DRIFT_KINDS, driftMeaning, driftTitle } from "./drift-kind";
import { FindingTally } from "./finding";

const ORIGIN = "https://issuer.example";

const CARD = {
  id: "0f9b6a52-6f0c-4c55-9b7e-0d8d8f1a2b3c",
  currency: "USD",
  lastFour: "4471",
  externalCustomerId: "cust_1",
  cardholderName: "Ada Lovelace",
  cardName: "Travel",
  cardDesign: "classic",
  cardType: "virtual",
  status: "ACTIVE",
  created: "2026-11-15T14:03:22+0000",
};
const TRANSACTION = {
  id: "6b1c3f0e-1111-4c55-9b7e-0d8d8f1a2b3c",
  external_transaction_id: "ext-1",
  card_id: CARD.id,
  bill_amount: 64,
  bill_currency: "USD",
  cardholder_name: "Ada Lovelace",
  amount: "64.00",
  currency: "USD",
  status: "CLEARED",
  created: "2026-11-15T14:03:22+0000",
};
const ERROR = { code: 404, message: "Card not found", status: "failed" };

const listOf = (...results: object[]) => ({ results, count: results.length, next: null, previous: null });

type Given = Partial<Omit<Answer, "query" | "body">> & {
  json?: unknown;
  query?: string;
  isBroken?: boolean;
  secretFields?: string[];
};

function differencesOf({
  json,
  query = "",
  isBroken = false,
  secretFields = [],
  ...answer
}: Given): Difference[] {
  const body = isBroken
    ? ({ isReadable: false } as const)
    : { isReadable: true as const, json, secretFields };
  const base = {
    endpoint: "listCards",
    status: 200,
    contentType: "application/json",
  } as const;
  return compareAnswer({ ...base, ...answer, query: new URLSearchParams(query), body }, ORIGIN).differences;
}

const inCard = (change: object) => differencesOf({ json: listOf({ ...CARD, ...change }) });
const inTransaction = (change: object) =>
  differencesOf({ endpoint: "listTransactions", json: listOf({ ...TRANSACTION, ...change }) });
const inList = (change: object, query = "") => differencesOf({ json: { ...listOf(CARD), ...change }, query });
const inDesign = (change: object) =>
  differencesOf({
    endpoint: "getCardDesign",
    json: { id: "d", name: "Blue", stock: true, default: false, embossNameSupported: true, ...change },
  });
const inDetail = (change: object) =>
  differencesOf({
    endpoint: "retrieveCard",
    json: { ...CARD, statusReason: null, availableCredit: 10, ...change },
  });
const inError = (json: unknown, status = 404) => differencesOf({ endpoint: "retrieveCard", status, json });

describe("an answer that follows the contract", () => {
  it.each([
    ["cards", inCard({})],
    ["transactions", inTransaction({})],
    ["a design", inDesign({})],
    ["a card", inDetail({})],
    ["an error", inError(ERROR)],
    ["an empty answer to a freeze", differencesOf({ endpoint: "freezeCard", contentType: null })],
    ["no next page as an empty text", inList({ next: "" })],
    [
      "a link with its filters",
      inList(
        { next: `${ORIGIN}/api/v1/merchant/cards/?page=2&min_created=2026-11-01` },
        "min_created=2026-11-01",
      ),
    ],
    ["an outage", differencesOf({ status: 503, isBroken: true })],
    ["a rate limit", differencesOf({ status: 429, isBroken: true })],
  ])("has no differences: %s", (_, differences) => {
    expect(differences).toEqual([]);
  });
});

const older = { ...CARD, created: "2026-11-14T00:00:00+0000" };

describe("a drifted answer", () => {
  it.each<[string, Difference[], Partial<Difference>]>([
    [
      "an unknown field",
      inCard({ nickname: "Ada" }),
      { kind: "unknown-field", field: "results[].nickname", example: '"Aaa"' },
    ],
    [
      "an unknown field of the list",
      inList({ total_pages: 7 }),
      { kind: "unknown-field", field: "total_pages", example: "0" },
    ],
    [
      "a missing field",
      inCard({ lastFour: undefined }),
      { kind: "missing-field", field: "results[].lastFour", effect: "broken" },
    ],
    [
      "a missing optional field",
      inDetail({ statusReason: undefined }),
      { kind: "missing-field", effect: "harmless" },
    ],
    [
      "a missing link",
      inList({ next: undefined }),
      { kind: "missing-field", field: "next", effect: "harmless" },
    ],
    ["null for text", inCard({ cardName: null }), { kind: "null-value", effect: "broken", example: "null" }],
    [
      "an amount as text",
      inTransaction({ bill_amount: "64.00" }),
      { kind: "wrong-type", field: "results[].bill_amount", example: '"00.00"' },
    ],
    [
      "an amount as a number",
      inTransaction({ amount: 64 }),
      { kind: "wrong-type", field: "results[].amount", effect: "broken" },
    ],
    [
      "a boolean as text",
      inDesign({ stock: "true" }),
      { kind: "wrong-type", field: "stock", effect: "broken" },
    ],
    ["a boolean as a number", inDesign({ default: 1 }), { kind: "wrong-type", field: "default" }],
    ["a count as text", inList({ count: "1" }), { kind: "wrong-type", field: "count" }],
    ["results that are no list", inList({ results: {} }), { kind: "wrong-type", field: "results" }],
    ["a row that is no object", inList({ results: ["x"] }), { kind: "wrong-type", field: "results[]" }],
    [
      "a list without an envelope",
      differencesOf({ json: [CARD] }),
      { kind: "wrong-type", field: "", example: "a list of 1" },
    ],
    ["credit as text", inDetail({ availableCredit: "10" }), { kind: "wrong-type", field: "availableCredit" }],
    [
      "a new card status",
      inCard({ status: "ON_HOLD" }),
      { kind: "new-value", value: "ON_HOLD", effect: "shown", example: "ON_HOLD" },
    ],
    ["a status in another case", inCard({ status: "active" }), { kind: "new-value", value: "active" }],
    [
      "a new transaction status",
      inTransaction({ status: "DISPUTED" }),
      { kind: "new-value", value: "DISPUTED" },
    ],
    ["a new card type", inCard({ cardType: "metal" }), { kind: "new-value", field: "results[].cardType" }],
    [
      "a readable timestamp",
      inCard({ created: "2026-11-15T14:03:22.5Z" }),
      { kind: "timestamp", effect: "harmless", example: '"0000-00-00T00:00:00.0Z"' },
    ],
    [
      "an unreadable timestamp",
      inCard({ created: "15.11.2026 14:03" }),
      { kind: "timestamp", effect: "broken" },
    ],
    [
      "a timestamp that doesn't exist",
      inCard({ created: "2026-02-30T00:00:00+0000" }),
      { kind: "timestamp", effect: "broken" },
    ],
    [
      "an amount with a comma",
      inTransaction({ amount: "64,00" }),
      { kind: "amount", effect: "shown", example: '"00,00"' },
    ],
    ["an ID that is no UUID", inCard({ id: "card_17" }), { kind: "id", effect: "harmless" }],
    ["an ID that no URL can have", inCard({ id: "cards/17" }), { kind: "id", effect: "broken" }],
    ["a transaction's ID with spaces", inTransaction({ id: "a b" }), { kind: "id", effect: "shown" }],
    ["a currency in lower case", inCard({ currency: "usd" }), { kind: "text", field: "results[].currency" }],
    [
      "more than four digits",
      inCard({ lastFour: "14471" }),
      { kind: "text", field: "results[].lastFour", example: '"00000"' },
    ],
    ["another order", differencesOf({ json: listOf(older, CARD) }), { kind: "order", effect: "broken" }],
    [
      "a record before the first day",
      inList({}, "min_created=2026-11-16"),
      { kind: "filter", value: "min_created" },
    ],
    [
      "a record after the last day",
      inList({}, "max_created=2026-11-14"),
      { kind: "filter", value: "max_created" },
    ],
    [
      "a relative link",
      inList({ next: "/api/v1/merchant/cards/?page=2" }),
      { kind: "link-relative", field: "next" },
    ],
    [
      "a link to another host",
      inList({ next: "http://10.0.0.7/cards/?page=2" }),
      { kind: "link-host", example: "http://10.0.0.7" },
    ],
    [
      "a link without the filter",
      inList({ next: `${ORIGIN}/x?page=2` }, "max_created=2026-11-20"),
      { kind: "link-parameters", value: "max_created" },
    ],
    [
      "a link by cursor",
      inList({ next: `${ORIGIN}/x?cursor=abc` }),
      { kind: "link-parameters", value: "page", example: "no page" },
    ],
    [
      "another content type",
      differencesOf({ json: listOf(CARD), contentType: "text/html; charset=utf-8" }),
      { kind: "content-type", example: "text/html" },
    ],
    [
      "no content type",
      differencesOf({ json: listOf(CARD), contentType: null }),
      { kind: "content-type", example: "none" },
    ],
    ["no JSON", differencesOf({ isBroken: true }), { kind: "unreadable", effect: "broken" }],
    [
      "another success",
      differencesOf({ json: listOf(CARD), status: 206 }),
      { kind: "status", value: "206", effect: "harmless" },
    ],
    ["a redirect", differencesOf({ status: 302, isBroken: true }), { kind: "status", effect: "broken" }],
    [
      "an unlisted refusal",
      inError({ ...ERROR, code: 422 }, 422),
      { kind: "status", value: "422", effect: "shown" },
    ],
    ["another error code", inError({ ...ERROR, code: 17 }), { kind: "error-code", example: "00" }],
    [
      "an error without a code",
      inError({ message: "x", status: "failed" }),
      { kind: "missing-field", field: "error.code" },
    ],
    [
      "an error with a text code",
      inError({ ...ERROR, code: "404" }),
      { kind: "wrong-type", field: "error.code" },
    ],
    [
      "an error of another shape",
      inError({ detail: "Not found." }),
      { kind: "unknown-field", field: "error.detail", example: '"Aaa aaaaa."' },
    ],
    [
      "an error in HTML",
      differencesOf({ endpoint: "retrieveCard", status: 404, isBroken: true }),
      { kind: "unreadable" },
    ],
    [
      "an error with another status",
      inError({ ...ERROR, status: "error" }),
      { kind: "new-value", field: "error.status", effect: "harmless" },
    ],
    [
      "a rejected key in HTML",
      differencesOf({ status: 401, isBroken: true }),
      { kind: "unreadable", effect: "harmless" },
    ],
    [
      "a field for a secret",
      differencesOf({ json: listOf(CARD), secretFields: ["cvv"] }),
      { kind: "secret-field", field: "cvv" },
    ],
    [
      "an unknown path that is found",
      differencesOf({ endpoint: "unknownPath", json: {} }),
      { kind: "status", effect: "broken" },
    ],
  ])("is found: %s", (_, differences, expected) => {
    expect(differences).toContainEqual(expect.objectContaining(expected));
    for (const { contract, kind } of differences) {
      expect(contract).toMatch(/^\d.*: ./);
      expect(DRIFT_KINDS).toContain(kind);
    }
  });
});

it("finds only the one difference that was put in", () => {
  expect(inCard({ status: "ON_HOLD" })).toHaveLength(1);
  expect(inTransaction({ amount: "64,00" })).toHaveLength(1);
  expect(inDesign({ stock: "true" })).toHaveLength(1);
});

it("masks what it shows of any value", () => {
  const secrets = ["Ada Lovelace", "ada@example.com", "4111111111111111", "+44 7911 123456", "Élodie"];
  for (const secret of secrets) {
    const text = JSON.stringify([
      inCard({ [secret]: secret, status: secret, created: secret, currency: secret, id: secret }),
      inCard({ extra: secret, lastFour: { name: secret } }),
      inError({ message: 1, status: secret, detail: secret, [secret]: 1 }),
      inList({ next: `https://x.example/${encodeURIComponent(secret)}?q=${encodeURIComponent(secret)}` }),
    ]);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
  }
});

it("survives any JSON, and keeps what it shows short and printable", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[])),
      fc.constantFrom(200, 201, 302, 400, 401, 404, 418),
      fc.oneof(fc.jsonValue(), fc.record({ results: fc.array(fc.jsonValue()), next: fc.jsonValue() })),
      (endpoint, status, json) => {
        for (const difference of differencesOf({ endpoint, status, json })) {
          expect(difference.example.length).toBeLessThan(400);
          expect(difference.field.length).toBeLessThan(200);
          for (const text of Object.values(difference)) expect(String(text)).not.toMatch(/\p{Cc}|\p{Cs}/u);
        }
      },
    ),
    { numRuns: 500 },
  );
});

it("stops counting kinds if an answer has more than anyone reads", () => {
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const letters = [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    return { ...CARD, [`field_${letters}`]: 1 };
  });
  expect(differencesOf({ json: listOf(...rows) })).toHaveLength(500);
  const [difference] = differencesOf({ json: listOf(CARD), contentType: `text/${"x".repeat(20_000)}` });
  expect(difference?.example).toHaveLength("text/".length + 60);
});

it("counts a difference over answers, and how many were looked at", () => {
  const tally = new FindingTally();
  for (const results of [[CARD, { ...CARD, status: "ON_HOLD" }], [CARD]])
    tally.add(
      compareAnswer(
        {
          endpoint: "listCards",
          query: new URLSearchParams(),
          status: 200,
          contentType: "text/plain",
          body: { isReadable: true, json: listOf(...results), secretFields: [] },
        },
        ORIGIN,
      ),
    );
  expect(tally.findings()).toMatchObject([
    { kind: "new-value", seen: 1, of: 3, call: "GET /cards/", title: "Unknown value" },
    { kind: "content-type", seen: 2, of: 2 },
  ]);
});

it("describes kinds of other versions by their names", () => {
  expect(driftTitle("later-kind")).toBe("later-kind");
  expect(driftMeaning("later-kind", "shown")).toBe("The dashboard shows it as it is.");
});
