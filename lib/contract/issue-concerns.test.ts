import { describe, expect, it } from "vitest";
import { type CardApplication, EMPTY_APPLICATION } from "./card-application";
import { concernText, issueConcerns, type KnownCustomer } from "./issue-concerns";

const NORTHWIND: KnownCustomer = {
  id: "cust_north",
  name: "Northwind Traders",
  otherNames: ["Café Noir"],
  kycApplicantId: "applicant-1",
};

type Overrides = { holder?: string; spendLimit?: string; kycApplicantId?: string };

function application(overrides: Overrides): CardApplication {
  const { holder = "Northwind Traders", spendLimit = "100", kycApplicantId = "applicant-1" } = overrides;
  return {
    ...EMPTY_APPLICATION,
    customerType: "Business",
    kycApplicantId,
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

  it("another applicant of the same customer needs confirmation", () => {
    const [concern, ...others] = issueConcerns(application({ kycApplicantId: "applicant-2" }), NORTHWIND);
    expect(others).toEqual([]);
    expect(concern && concernText(concern)).toBe(
      "Northwind Traders, customer ID cust_north, has KYC applicant applicant-1, but this card names applicant-2. One customer would have two applicants.",
    );
  });

  it("an applicant that isn't known needs none", () => {
    const unknown = { ...NORTHWIND, kycApplicantId: null };
    expect(issueConcerns(application({ kycApplicantId: "applicant-2" }), unknown)).toEqual([]);
    expect(issueConcerns(application({ kycApplicantId: " applicant-1 " }), NORTHWIND)).toEqual([]);
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
