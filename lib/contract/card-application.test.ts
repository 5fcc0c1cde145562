import { describe, expect, it } from "vitest";
import { sampleBusinessRequest, sampleConsumerRequest } from "@/testing/arbitraries";
import {
  type CardApplication,
  checkApplication,
  checkPart,
  EMPTY_APPLICATION,
  firstInvalidPart,
  forOtherHolder,
  forSameCustomer,
  holderOf,
  partOfPath,
  tidyApplication,
  toCreateRequest,
} from "./card-application";
import { CREATE_CARD_PARTS, createCardRequest } from "./create-card";
import { toApplication } from "./typed-application";

const TODAY = "2026-11-15";

describe.each([
  ["consumer", sampleConsumerRequest()],
  ["business", sampleBusinessRequest()],
])("a %s's application", (_, sample) => {
  const application = toApplication(sample);

  it("converts to the request that was typed", () => {
    expect(toCreateRequest(application)).toEqual(sample);
    expect(checkApplication(application, TODAY)).toEqual({});
    expect(firstInvalidPart(application, TODAY)).toBeNull();
  });

  it("leaves out empty optional fields", () => {
    const address =
      application.customerType === "Business" ? "businessOperationAddress" : "residentialAddress";
    const bare: CardApplication = {
      ...application,
      spendLimit: " ",
      expiryDate: "",
      cardDesign: "",
      meta: { ...application.meta, email: "" },
      kyc: { ...application.kyc, [address]: { ...application.kyc[address], postalCode: "" } },
    };
    const request = toCreateRequest(bare);
    expect(JSON.stringify(request)).not.toMatch(/spendLimit|expiryDate|cardDesign|email|postalCode/);
    expect(createCardRequest(TODAY).safeParse(request).success).toBe(true);
  });

  it("is invalid at its first invalid part", () => {
    expect(firstInvalidPart({ ...application, kycApplicantId: " " }, TODAY)).toBe("customer");
    expect(firstInvalidPart({ ...application, preferredCardName: "a?" }, TODAY)).toBe("card");
    const noPhone = { dialCode: null, phoneNumber: "7400123456" };
    const wrong = { ...application, cardType: "", meta: { ...application.meta, otpPhoneNumber: noPhone } };
    expect(firstInvalidPart(wrong as CardApplication, TODAY)).toBe("contact");
  });
});

describe("a part", () => {
  it("checks the date rules even if other parts are empty", () => {
    const young = toApplication(sampleConsumerRequest({ kyc: { dob: TODAY } }));
    expect(checkPart("kyc", { ...young, meta: EMPTY_APPLICATION.meta }, TODAY)).toEqual({
      "kyc.dob": "must be in the past",
    });
    const { kyc } = EMPTY_APPLICATION;
    const alone = { ...young, kyc: { ...kyc, dob: TODAY }, preferredCardName: "", expiryDate: TODAY };
    expect(checkPart("kyc", alone, TODAY)).toMatchObject({ "kyc.dob": "must be in the past" });
    expect(checkPart("card", alone, TODAY)).toHaveProperty("expiryDate");
    const soon = toApplication(sampleConsumerRequest({ expiryDate: "2026-12-14" }));
    expect(checkPart("card", { ...soon, kyc: EMPTY_APPLICATION.kyc }, TODAY)).toEqual({
      expiryDate: "must be at least 1 month from today: 2026-12-15 or later",
    });
  });

  it("checks every field of the request and no other", () => {
    const wrong = { ...checkApplication(EMPTY_APPLICATION, TODAY) };
    expect(Object.keys(wrong).map(partOfPath)).not.toContain(null);
    for (const part of CREATE_CARD_PARTS) {
      const paths = Object.keys(checkPart(part, EMPTY_APPLICATION, TODAY));
      expect(new Set(paths.map(partOfPath))).toEqual(new Set([part]));
    }
    expect(partOfPath("constructor")).toBeNull();
    expect(partOfPath("query")).toBeNull();
  });
});

describe("a typed spend limit", () => {
  const limit = (text: string) =>
    toCreateRequest({ ...toApplication(sampleConsumerRequest()), spendLimit: text }).spendLimit;

  it.each([
    ["500", 500],
    [" 12.50 ", 12.5],
    [".5", 0.5],
    ["-1", -1],
    ["1,500.50", 1500.5],
    ["1e300", 1e300],
  ])("%j is %d", (text, number) => expect(limit(text)).toBe(number));

  it.each(["ten", "0x10", "1,50,000", "Infinity", "-", "1.500", "1,500"])("%j is not a number", (text) => {
    expect(limit(text)).toBeNaN();
  });

  it("produces a question at its field if it is ambiguous", () => {
    const problem = (spendLimit: string) =>
      checkPart("card", { ...toApplication(sampleConsumerRequest()), spendLimit }, TODAY).spendLimit;
    for (const text of ["1.500", "1,500"]) expect(problem(text)).toBe("enter 1500 or 1.50");
    expect(problem("ten")).toBe("must be a number");
    expect(problem("1500")).toBeUndefined();
  });
});

describe("another card", () => {
  const application = toApplication(sampleConsumerRequest());

  it("has none of the card's fields if it is for the same person", () => {
    expect(forSameCustomer(application)).toMatchObject({
      meta: application.meta,
      cardType: "",
      spendLimit: "",
    });
  });

  it("has the registration of the same company, but no other employee's phone number or email address", () => {
    const company = toApplication(sampleBusinessRequest());
    const { customerType, kycApplicantId, kyc, meta } = company;
    const { dialCode } = meta.otpPhoneNumber;
    expect(forSameCustomer(company)).toEqual({
      ...EMPTY_APPLICATION,
      customerType,
      kycApplicantId,
      kyc,
      meta: { id: meta.id, otpPhoneNumber: { dialCode, phoneNumber: "" }, email: "" },
    });
  });

  it("has none of the holder's fields if only the design is the same", () => {
    const similar = forOtherHolder(application);
    expect(similar).toMatchObject({ preferredCardName: "Travel", cardType: "virtual", spendLimit: "500" });
    expect(holderOf(similar)).toBe("");
    expect(JSON.stringify(similar)).not.toMatch(/Ada|533401372|7400123456|customer-1|applicant/);
  });
});

it("tidies the values into what will be sent: trimmed, with a plain amount", () => {
  const application = toApplication(sampleConsumerRequest());
  const pasted = {
    ...application,
    kycApplicantId: " applicant-1\n",
    spendLimit: " 1,500.50",
    kyc: {
      ...application.kyc,
      residentialAddress: { ...application.kyc.residentialAddress, city: "Paris " },
    },
  };
  expect(tidyApplication(pasted)).toEqual({
    ...pasted,
    kycApplicantId: "applicant-1",
    spendLimit: "1500.50",
    kyc: { ...pasted.kyc, residentialAddress: { ...pasted.kyc.residentialAddress, city: "Paris" } },
  });
  expect(tidyApplication({ ...pasted, spendLimit: "ten " }).spendLimit).toBe("ten");
});
