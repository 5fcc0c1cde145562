import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Card, CardDetail, MessageResponse } from "./card";
import { CardDesign, CardDesignList } from "./card-design";
import { API_KEY_HEADER, API_PREFIX, ENDPOINTS, type EndpointName } from "./endpoints";
import { ApiError, describeIssues, FRAUD_BLOCK_CODE, NOT_FOUND_CODE } from "./error";
import { FileAcknowledgement } from "./report";
import { Transaction } from "./transaction";
import { FILE_LINK_LIFETIME_SECONDS, FilesEvent } from "./webhook-event";

const text = ["", "text", "ünïcode 😀"];
const number = [0, -1, 1.5, 1e21];
const integer = [0, 59, 404];
const boolean = [true, false];

// Section 2 of the spec, row by row: each field with values of its type.
const RESOURCES = [
  {
    name: "Card",
    schema: Card,
    fields: {
      id: text,
      currency: text,
      lastFour: text,
      externalCustomerId: text,
      cardholderName: text,
      cardName: text,
      cardDesign: text,
      cardType: [...text, "physical", "virtual"],
      status: [...text, "ACTIVE", "BLOCKED", "FROZEN", "SOMETHING_NEW"],
      created: [...text, "2026-11-15T14:03:22+0000"],
    },
  },
  {
    name: "Transaction",
    schema: Transaction,
    fields: {
      id: text,
      external_transaction_id: text,
      card_id: text,
      bill_amount: number,
      bill_currency: text,
      cardholder_name: text,
      amount: [...text, "64.00", "-12.5"],
      currency: text,
      status: [...text, "PENDING", "SOMETHING_NEW"],
      created: text,
    },
  },
  {
    name: "Card design",
    schema: CardDesign,
    fields: { id: text, name: text, stock: boolean, default: boolean, embossNameSupported: boolean },
  },
  {
    name: "File request acknowledgement",
    schema: FileAcknowledgement,
    fields: { message: text, reference_id: text },
  },
  { name: "Error body", schema: ApiError, fields: { code: integer, message: text, status: ["failed"] } },
  { name: "Message", schema: MessageResponse, fields: { message: text } },
] as { name: string; schema: z.ZodObject; fields: Record<string, unknown[]> }[];

describe.each(RESOURCES)("$name", ({ schema, fields }) => {
  const sample = Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values.at(-1)]));

  it("has exactly the fields of the spec", () => {
    expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(fields).sort());
  });

  it("drops unknown fields", () => expect(schema.parse({ ...sample, surprise: 1 })).toEqual(sample));

  it.each(Object.entries(fields))("keeps %s unchanged", (field, values) => {
    for (const value of values)
      expect(schema.parse({ ...sample, [field]: value })).toEqual({ ...sample, [field]: value });
  });

  it.each(Object.keys(fields))("requires %s with the right type", (field) => {
    const { [field]: original, ...without } = sample;
    const wrong = [null, [], {}, ...["text", 7, true].filter((value) => typeof value !== typeof original)];
    for (const response of [without, ...wrong.map((value) => ({ ...sample, [field]: value }))]) {
      expect(schema.safeParse(response).error?.issues[0]?.path).toEqual([field]);
    }
  });
});

describe("CardDetail", () => {
  const card = Object.fromEntries(Object.keys(Card.shape).map((field) => [field, field]));

  it.each([
    {},
    { statusReason: null, availableCredit: 500 },
    { statusReason: "lost", availableCredit: 0 },
    { statusReason: "lost" },
    { availableCredit: -12.5 },
    { statusReason: null, availableCredit: null },
  ])("is a card with %j", (additions) => {
    expect(CardDetail.parse({ ...card, ...additions, surprise: 1 })).toEqual({ ...card, ...additions });
  });

  it.each([{ statusReason: 7 }, { availableCredit: "500" }])("is rejected with %j", (additions) => {
    expect(CardDetail.safeParse({ ...card, ...additions }).success).toBe(false);
  });
});

describe("CardDesignList", () => {
  it("has its designs under cardDesigns", () => {
    const design = { id: "d", name: "Midnight", stock: true, default: false, embossNameSupported: true };
    expect(CardDesignList.parse({ cardDesigns: [design], next: null })).toEqual({ cardDesigns: [design] });
    expect(CardDesignList.parse({ cardDesigns: [] })).toEqual({ cardDesigns: [] });
    expect(CardDesignList.safeParse([design]).success).toBe(false);
    expect(CardDesignList.safeParse({ results: [design] }).success).toBe(false);
  });
});

describe("FilesEvent", () => {
  it("is what the sandbox sends", () => {
    const event = {
      eventType: "files",
      eventName: "File ready",
      data: { reference_id: "r", link: "https://x.test/f", expireAt: 1_794_751_702 },
    };
    expect(FilesEvent.parse(event)).toEqual(event);
    expect(FilesEvent.safeParse({ ...event, eventType: "cards" }).success).toBe(false);
    expect(FILE_LINK_LIFETIME_SECONDS).toBe(5 * 60);
  });
});

describe("ENDPOINTS", () => {
  // Sections 4 and 7 of the spec: method, path, success, then every listed failure.
  const TABLE: [EndpointName, string, string, number, number[]][] = [
    ["createCard", "POST", "/api/v1/merchant/cards/", 201, [400, 401, 500]],
    ["listCards", "GET", "/api/v1/merchant/cards/", 200, [400, 401, 500]],
    ["listTransactions", "GET", "/api/v1/merchant/transactions/", 200, [400, 401, 500]],
    ["freezeCard", "PUT", "/api/v1/merchant/cards/{cardId}/freeze/", 200, [400, 401, 404]],
    ["blockCard", "PUT", "/api/v1/merchant/cards/{cardId}/block/", 200, [400, 401, 404, 500]],
    ["reissueCard", "PUT", "/api/v1/merchant/cards/{cardId}/replace/", 200, [400, 401, 404, 500]],
    ["listCardDesigns", "GET", "/api/v1/merchant/card-design/", 200, [400, 401, 500]],
    ["getCardDesign", "GET", "/api/v1/merchant/card-design/{cardDesignID}/", 200, [400, 401, 500]],
    ["requestFile", "GET", "/api/v1/merchant/files/{fileType}/", 200, [400, 401, 500]],
  ];

  it.each(TABLE)("%s is %s %s: %i, or %j", (name, method, path, success, failures) => {
    const endpoint = ENDPOINTS[name];
    expect(endpoint.method).toBe(method);
    expect(API_PREFIX + endpoint.path).toBe(path);
    expect(endpoint.success.status).toBe(success);
    expect([...endpoint.failures]).toEqual(failures);
  });

  it("are these nine and retrieve-card, whose failures the spec doesn't list", () => {
    expect(Object.keys(ENDPOINTS).sort()).toEqual([...TABLE.map(([name]) => name), "retrieveCard"].sort());
    expect(ENDPOINTS.retrieveCard).toMatchObject({ method: "GET", path: "/cards/{cardId}/" });
    expect(ENDPOINTS.retrieveCard.failures).toContain(404);
  });

  it("send the key in the header from the spec", () => expect(API_KEY_HEADER).toBe("x-payments-api-key"));
});

describe("errors", () => {
  it("have the two codes of the spec", () => {
    expect([FRAUD_BLOCK_CODE, NOT_FOUND_CODE]).toEqual([59, 404]);
  });

  it("name at most ten fields by path", () => {
    const schema = z.object({ rows: z.array(z.object({ value: z.string({ error: "must be text" }) })) });
    const broken = { rows: Array.from({ length: 50 }, () => ({ value: 7 })) };
    const described = describeIssues(schema.safeParse(broken).error as z.ZodError).split("; ");
    expect(described).toHaveLength(10);
    expect(described[0]).toBe("rows.0.value: must be text");
    expect(described[9]).toBe("rows.9.value: must be text");
  });

  it("name the whole body or query", () => {
    const { error } = z.string({ error: "must be text" }).safeParse(7);
    expect(describeIssues(error as z.ZodError)).toBe("body: must be text");
    expect(describeIssues(error as z.ZodError, "query")).toBe("query: must be text");
  });

  it("never throw, whatever the issuer returns", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (response) => {
        for (const { schema } of RESOURCES) expect(schema.safeParse(response).success).toBe(false);
      }),
    );
  });
});
