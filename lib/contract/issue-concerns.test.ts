import { describe, expect, it } from "vitest";
import type { Customer } from "@/lib/domain/cards/customer";
import { type CardApplication, EMPTY_APPLICATION } from "./card-application";
import { issueConcerns } from "./issue-concerns";

const NORTHWIND: Customer = {
  id: "cust_north",
  name: "Northwind Traders",
  otherNames: ["Café Noir"],
  cards: 3,
  byStatus: [{ status: "ACTIVE", cards: 3 }],
  since: "2026-03-02T10:00:00.000Z",
};

function application(overrides: { holder?: string; spendLimit?: string }): CardApplication {
  const { holder = "Northwind Traders", spendLimit = "100" } = overrides;
  return {
    ...EMPTY_APPLICATION,
    customerType: "Business",
    kyc: { ...EMPTY_APPLICATION.kyc, fullName: holder },
    spendLimit,
  };
}

describe("before a card is issued", () => {
  it("nothing needs confirmation for a new customer, or for one with the same name", () => {
    expect(issueConcerns(application({}), null)).toEqual([]);
    expect(issueConcerns(application({}), NORTHWIND)).toEqual([]);
  });

  it.each(["northwind  TRADERS ", "Cafe Noir"])("%s counts as the customer's name", (holder) => {
    expect(issueConcerns(application({ holder }), NORTHWIND)).toEqual([]);
  });

  it("another customer's ID needs confirmation", () => {
    expect(issueConcerns(application({ holder: "Mallory Stranger" }), NORTHWIND)).toEqual([
      { is: "other-customer", holder: "Mallory Stranger", customer: NORTHWIND },
    ]);
  });

  it("an ID that couldn't be checked needs confirmation", () => {
    const unchecked = { ...application({}), meta: { ...EMPTY_APPLICATION.meta, id: " cust_north " } };
    expect(issueConcerns(unchecked, "unchecked")).toEqual([
      { is: "unchecked-customer", customerId: "cust_north" },
    ]);
  });

  it.each(["", " ", "0", "0.00", "-0"])("a spend limit of “%s” needs confirmation", (spendLimit) => {
    expect(issueConcerns(application({ spendLimit }), null)).toEqual([{ is: "no-credit" }]);
  });

  it.each(["0.01", "250"])("a spend limit of %s needs no confirmation", (spendLimit) => {
    expect(issueConcerns(application({ spendLimit }), null)).toEqual([]);
  });

  it("both need confirmation if both apply", () => {
    const both = application({ holder: "Mallory Stranger", spendLimit: "" });
    expect(issueConcerns(both, NORTHWIND).map(({ is }) => is)).toEqual(["other-customer", "no-credit"]);
  });
});
