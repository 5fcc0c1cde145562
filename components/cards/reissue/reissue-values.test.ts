import { describe, expect, it } from "vitest";
import type { IsoDate } from "@/lib/domain/time/calendar";
import {
  findFieldByPath,
  initialReissueValues,
  parseReissueRequest,
  type ReissueValues,
  recipientNames,
  reissueResolver,
  toReissueRequest,
} from "./reissue-values";

const TODAY = "2024-02-29" as IsoDate;

function createValues(change: Partial<ReissueValues> = {}): ReissueValues {
  const first = initialReissueValues({ cardDesign: "dsg_ember" });
  return {
    ...first,
    renewOption: "IDENTICAL_TO_THE_CURRENT_CARD",
    shippingInformation: {
      ...first.shippingInformation,
      shippingAddress: {
        line1: "12 St James Square",
        line2: " ",
        zone: "",
        city: "London",
        postalCode: "SW1Y 4JH",
        country: "GB",
      },
      recipientFirstName: "Grace",
      recipientLastName: "Brewster Hopper",
      recipientEmail: "grace@example.com",
      recipientDialCode: 44,
      recipientPhoneNumber: "7911 123456",
    },
    ...change,
  };
}

describe("reissueResolver", () => {
  it("rejects a card number at its field", async () => {
    const values = createValues();
    values.shippingInformation.shippingAddress.line1 = "4111 1111 1111 1111";
    values.shippingInformation.recipientPhoneNumber = "7911 123456";
    const options = { fields: {}, shouldUseNativeValidation: false };
    const { errors } = await reissueResolver(true)(values, undefined, options);
    expect(errors).toMatchObject({
      shippingInformation: {
        shippingAddress: { line1: { message: "must not contain a card number or security code" } },
      },
    });
    expect((await reissueResolver(true)(createValues(), undefined, options)).errors).toEqual({});
  });
});

describe("toReissueRequest", () => {
  it("has no shipping for a virtual card and no expiry that the option ignores", () => {
    expect(toReissueRequest(createValues({ expiryDate: "2031-01-01" }), false)).toEqual({
      renewOption: "IDENTICAL_TO_THE_CURRENT_CARD",
    });
  });

  it("has an expiry if the option needs one", () => {
    const expiryDate = "2024-07-29";
    const values = createValues({ renewOption: "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", expiryDate });
    expect(parseReissueRequest(values, false, TODAY)).toEqual({
      renewOption: "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY",
      expiryDate,
    });
  });

  it("leaves out empty lines", () => {
    const { shippingInformation } = parseReissueRequest(createValues(), true, TODAY);
    expect(shippingInformation?.shippingAddress).not.toHaveProperty("line2");
    expect(shippingInformation?.shippingAddress).not.toHaveProperty("zone");
    expect(shippingInformation).toMatchObject({
      recipientFirstName: "Grace",
      recipientLastName: "Brewster Hopper",
      cardDesign: "dsg_ember",
    });
  });
});

describe("the recipient", () => {
  it("is not prefilled, because the cardholder may be a company", () => {
    const card = { cardholderName: "Northwind Traders", cardDesign: "dsg_ember" };
    expect(initialReissueValues(card).shippingInformation).toMatchObject({
      recipientFirstName: "",
      recipientLastName: "",
    });
  });

  it.each([
    ["Grace Brewster Hopper", { firstName: "Grace", lastName: "Brewster Hopper" }],
    ["  Ada   Lovelace ", { firstName: "Ada", lastName: "Lovelace" }],
    ["Madonna", { firstName: "Madonna", lastName: "" }],
  ])("is %s if the person chooses the cardholder", (cardholder, names) => {
    expect(recipientNames(cardholder)).toEqual(names);
  });
});

describe("findFieldByPath", () => {
  it.each([
    ["request.expiryDate", "expiryDate"],
    ["shippingInformation.cardDesign", "shippingInformation.cardDesign"],
    ["cardId", null],
    ["request", null],
  ])("maps %s to %s", (path, field) => {
    expect(findFieldByPath(path)).toBe(field);
  });
});
