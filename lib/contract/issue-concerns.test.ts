import { describe, expect, it } from "vitest";
import type { Customer } from "@/lib/domain/customer";
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

function application(given: { holder?: string; spendLimit?: string }): CardApplication {
  const { holder = "Northwind Traders", spendLimit = "100" } = given;
  return {
    ...EMPTY_APPLICATION,
    customerType: "Business",
    kyc: { ...EMPTY_APPLICATION.kyc, fullName: holder },
    spendLimit,
  };
}

describe("before a card is issued", () => {
  it("nothing has to be confirmed for a new customer, or for one who holds cards under the same name", () => {
    expect(issueConcerns(application({}), null)).toEqual([]);
    expect(issueConcerns(application({}), NORTHWIND)).toEqual([]);
  });

  it.each(["northwind  TRADERS ", "Cafe Noir"])("%s is a name that the customer goes by", (holder) => {
    expect(issueConcerns(application({ holder }), NORTHWIND)).toEqual([]);
  });

  it("an ID that belongs to somebody else has to be confirmed", () => {
    expect(issueConcerns(application({ holder: "Mallory Stranger" }), NORTHWIND)).toEqual([
      { is: "other-customer", holder: "Mallory Stranger", customer: NORTHWIND },
    ]);
  });

  it("an ID that could not be checked has to be confirmed", () => {
    const unchecked = { ...application({}), meta: { ...EMPTY_APPLICATION.meta, id: " cust_north " } };
    expect(issueConcerns(unchecked, "unchecked")).toEqual([
      { is: "unchecked-customer", customerId: "cust_north" },
    ]);
  });

  it.each(["", " ", "0", "0.00", "-0"])("a spend limit of “%s” has to be confirmed", (spendLimit) => {
    expect(issueConcerns(application({ spendLimit }), null)).toEqual([{ is: "no-credit" }]);
  });

  it.each(["0.01", "250"])("a spend limit of %s can pay", (spendLimit) => {
    expect(issueConcerns(application({ spendLimit }), null)).toEqual([]);
  });

  it("both have to be, where both are true", () => {
    const both = application({ holder: "Mallory Stranger", spendLimit: "" });
    expect(issueConcerns(both, NORTHWIND).map(({ is }) => is)).toEqual(["other-customer", "no-credit"]);
  });
});
