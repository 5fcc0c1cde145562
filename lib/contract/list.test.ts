import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoDates } from "@/testing/arbitraries";
import { describeIssues } from "./error";
import { CardList, ListQuery, TransactionList } from "./list";

const PAGE = "page: must be a whole number of at least 1";
const card = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  currency: "USD",
  lastFour: "4471",
  externalCustomerId: "customer-1",
  cardholderName: "Ada Lovelace",
  cardName: "Travel",
  cardDesign: "dsg_midnight",
  cardType: "virtual",
  status: "ACTIVE",
  created: "2026-11-15T14:03:22+0000",
};
const transaction = {
  id: "t1",
  external_transaction_id: "x1",
  card_id: card.id,
  bill_amount: 64.5,
  bill_currency: "USD",
  cardholder_name: "Ada Lovelace",
  amount: "59.34",
  currency: "EUR",
  status: "CLEARED",
  created: "2026-11-15T14:03:22+0000",
};

function validationErrors(query: unknown): string {
  const parsed = ListQuery.safeParse(query);
  return parsed.success ? "" : describeIssues(parsed.error, "query");
}

describe("page", () => {
  it.each([
    ["1", 1],
    ["2", 2],
    ["007", 7],
    ["1000000", 1_000_000],
  ])("reads %s", (text, page) => expect(ListQuery.parse({ page: text })).toEqual({ page }));

  it("is 1 by default", () => expect(ListQuery.parse({})).toEqual({ page: 1 }));

  it.each(["99999999999999999999", "9".repeat(400)])(
    "reads the huge number %s as a page past any end",
    (page) => {
      expect(ListQuery.parse({ page })).toEqual({ page: Number.MAX_SAFE_INTEGER });
    },
  );

  it.each([
    "0",
    "00",
    "-1",
    "-0",
    "+1",
    "1.5",
    "1.0",
    "1e3",
    "0x10",
    "",
    " ",
    " 1",
    "1 ",
    "1\n",
    "one",
    "NaN",
    "Infinity",
    "１",
    "1,2",
  ])("rejects %j", (page) => expect(validationErrors({ page })).toBe(PAGE));

  it("accepts exactly the integers from 1", () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger().map(String), fc.string(), fc.double().map(String)), (page) => {
        const isWhole = /^\d+$/.test(page) && /[1-9]/.test(page);
        expect(validationErrors({ page })).toBe(isWhole ? "" : PAGE);
      }),
    );
  });
});

describe.each(["min_created", "max_created"] as const)("%s", (name) => {
  it.each(["2026-11-15", "2024-02-29", "0001-01-01", "9999-12-31"])("accepts %s", (date) => {
    expect(ListQuery.parse({ [name]: date })).toEqual({ page: 1, [name]: date });
  });

  it.each([
    "",
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "15.11.2026",
    "2026-11-15T00:00:00Z",
    "today",
    "20261115",
    "0000-01-01",
  ])("rejects %j", (date) =>
    expect(validationErrors({ [name]: date })).toBe(`${name}: must be a date in the format YYYY-MM-DD`),
  );
});

describe("the two dates", () => {
  it("can be the same day", () => {
    expect(validationErrors({ min_created: "2026-11-15", max_created: "2026-11-15" })).toBe("");
  });

  it("must be in order", () => {
    const date = isoDates("0001-01-01", "9999-12-31");
    fc.assert(
      fc.property(date, date, (min_created, max_created) => {
        const expected = min_created <= max_created ? "" : "min_created: must not be after max_created";
        expect(validationErrors({ min_created, max_created })).toBe(expected);
      }),
    );
  });

  it("are both named if both are invalid", () => {
    expect(validationErrors({ page: "0", min_created: "x", max_created: "y" })).toBe(
      `${PAGE}; min_created: must be a date in the format YYYY-MM-DD; max_created: must be a date in the format YYYY-MM-DD`,
    );
  });

  it("can be combined with unknown parameters", () => {
    expect(ListQuery.parse({ page: "2", sort: "asc", __proto__: "x" })).toEqual({ page: 2 });
  });
});

describe.each([
  { name: "cards", list: CardList, item: card },
  { name: "transactions", list: TransactionList, item: transaction },
])("a list of $name", ({ list, item }) => {
  const envelope = { results: [item], count: 1, next: null, previous: null };

  it("is parsed as in the spec", () => {
    const links = { next: "https://issuer.test/?page=3", previous: "https://issuer.test/?page=1" };
    expect(list.parse({ ...envelope, ...links })).toEqual({ ...envelope, ...links });
  });

  it.each(["next", "previous"] as const)("has no %s page if the field is null, empty or missing", (name) => {
    const { [name]: _, ...without } = envelope;
    for (const response of [
      envelope,
      { ...envelope, [name]: "" },
      without,
      { ...envelope, [name]: undefined },
    ]) {
      expect(list.parse(response)[name]).toBeNull();
    }
  });

  it("can be empty, and can count more than it contains", () => {
    expect(list.parse({ results: [], count: 0 })).toEqual({
      results: [],
      count: 0,
      next: null,
      previous: null,
    });
    expect(list.parse({ ...envelope, count: 1_000_000 }).count).toBe(1_000_000);
  });

  it("keeps an unknown status and drops an unknown field", () => {
    const response = { ...envelope, results: [{ ...item, status: "ON_HOLD", surprise: 1 }], surprise: 1 };
    expect(list.parse(response)).toEqual({ ...envelope, results: [{ ...item, status: "ON_HOLD" }] });
  });

  it.each(Object.keys(item))("is rejected if an item has no %s, or one of the wrong type", (field) => {
    const { [field]: _, ...without } = item as Record<string, unknown>;
    for (const broken of [without, { ...item, [field]: null }, { ...item, [field]: {} }]) {
      const parsed = list.safeParse({ ...envelope, results: [item, broken] });
      expect(parsed.error?.issues[0]?.path).toEqual(["results", 1, field]);
    }
  });

  it.each([
    ["results", undefined],
    ["results", null],
    ["results", {}],
    ["count", undefined],
    ["count", "1"],
    ["count", -1],
    ["count", 1.5],
    ["next", 7],
    ["previous", {}],
  ])("is rejected when %s is %j", (field, value) => {
    expect(list.safeParse({ ...envelope, [field]: value }).error?.issues[0]?.path).toEqual([field]);
  });

  it("never throws, whatever JSON the issuer returns", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (response) => {
        expect(list.safeParse(response).success).toBe(false);
      }),
    );
  });
});
