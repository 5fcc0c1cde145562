import { describe, expect, it } from "vitest";
import type { IsoDate } from "@/lib/domain/calendar";
import {
  checkedRequest,
  fieldOfPath,
  firstReissueValues,
  type ReissueValues,
  recipientNames,
  reissueResolver,
  toReissueRequest,
} from "./reissue-values";

const TODAY = "2024-02-29" as IsoDate;

function filled(change: Partial<ReissueValues> = {}): ReissueValues {
  const first = firstReissueValues({ cardDesign: "dsg_ember" });
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

describe("a card number", () => {
  it("is refused at the field of the form", async () => {
    const values = filled();
    values.shippingInformation.shippingAddress.line1 = "4111 1111 1111 1111";
    values.shippingInformation.recipientPhoneNumber = "7911 123456";
    const options = { fields: {}, shouldUseNativeValidation: false };
    const { errors } = await reissueResolver(true)(values, undefined, options);
    expect(errors).toMatchObject({
      shippingInformation: {
        shippingAddress: { line1: { message: "must not contain a card number or security code" } },
      },
    });
    expect((await reissueResolver(true)(filled(), undefined, options)).errors).toEqual({});
  });
});

describe("what a reissue sends", () => {
  it("has no shipping for a virtual card, and no expiry that the option ignores", () => {
    expect(toReissueRequest(filled({ expiryDate: "2031-01-01" }), false)).toEqual({
      renewOption: "IDENTICAL_TO_THE_CURRENT_CARD",
    });
  });

  it("has an expiry where the option needs one", () => {
    const expiryDate = "2024-07-29";
    const values = filled({ renewOption: "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", expiryDate });
    expect(checkedRequest(values, false, TODAY)).toEqual({
      renewOption: "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY",
      expiryDate,
    });
  });

  it("leaves out the lines that were left empty", () => {
    const { shippingInformation } = checkedRequest(filled(), true, TODAY);
    expect(shippingInformation?.shippingAddress).not.toHaveProperty("line2");
    expect(shippingInformation?.shippingAddress).not.toHaveProperty("zone");
    expect(shippingInformation).toMatchObject({
      recipientFirstName: "Grace",
      recipientLastName: "Brewster Hopper",
      cardDesign: "dsg_ember",
    });
  });
});

describe("the recipient of a parcel", () => {
  it("is not guessed: the holder may be a company", () => {
    const card = { cardholderName: "Northwind Traders", cardDesign: "dsg_ember" };
    expect(firstReissueValues(card).shippingInformation).toMatchObject({
      recipientFirstName: "",
      recipientLastName: "",
    });
  });

  it.each([
    ["Grace Brewster Hopper", { firstName: "Grace", lastName: "Brewster Hopper" }],
    ["  Ada   Lovelace ", { firstName: "Ada", lastName: "Lovelace" }],
    ["Madonna", { firstName: "Madonna", lastName: "" }],
  ])("is %s when somebody says so", (cardholder, names) => {
    expect(recipientNames(cardholder)).toEqual(names);
  });
});

describe("a field that the server named", () => {
  it.each([
    ["request.expiryDate", "expiryDate"],
    ["shippingInformation.cardDesign", "shippingInformation.cardDesign"],
    ["cardId", null],
    ["request", null],
  ])("%s is %s in the form", (path, field) => {
    expect(fieldOfPath(path)).toBe(field);
  });
});
