import { describe, expect, it } from "vitest";
import { sampleBusinessRequest, sampleConsumerRequest } from "@/testing/arbitraries";
import { checkApplication, checkPart, EMPTY_APPLICATION } from "./card-application";
import { cardNumberErrors, withoutCardNumbers } from "./card-numbers";
import { toApplication } from "./typed-application";

const NUMBER = "4111 1111 1111 1111";
const TODAY = "2026-11-16";
const CARD_NUMBER_ERROR = "must not contain a card number or security code";

/** All texts of a request, by path. */
function textPaths(value: unknown, path = ""): string[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textPaths(inner, path ? `${path}.${name}` : name));
}

function withText<Value>(value: Value, path: string, text: string): Value {
  const copy = structuredClone(value);
  const names = path.split(".");
  const last = names.pop() ?? "";
  const parent = names.reduce<Record<string, unknown>>(
    (inner, name) => inner[name] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  parent[last] = text;
  return copy;
}

/** Fields whose numbers often look like card numbers. */
const OTHER_NUMBERS = ["idDocumentNumber", "businessRegistrationNumber", "phoneNumber"];
const isOtherNumber = (path: string) => OTHER_NUMBERS.some((name) => path.endsWith(name));

describe.each([
  ["Consumer", sampleConsumerRequest()],
  ["Business", sampleBusinessRequest()],
])("a card number in an application of a %s", (_, request) => {
  const application = toApplication(request);
  const chosen = ["customerType", "cardType", "kyc.entityType"];
  const paths = textPaths(request).filter((path) => !chosen.includes(path));

  it.each(paths.filter((path) => !isOtherNumber(path)))("is rejected at %s", (path) => {
    const typed = withText(application, path, NUMBER);
    expect(checkApplication(typed, TODAY)).toMatchObject({ [path]: expect.any(String) });
    expect(cardNumberErrors(typed)).toEqual({ [path]: CARD_NUMBER_ERROR });
    expect(withoutCardNumbers(typed)).toEqual(withText(application, path, ""));
  });

  it.each(paths.filter(isOtherNumber))("is accepted as another number at %s", (path) => {
    expect(cardNumberErrors(withText(application, path, NUMBER))).toEqual({});
  });
});

describe("an application", () => {
  const application = toApplication(sampleConsumerRequest());

  it("is unchanged if it has no card numbers", () => {
    expect(cardNumberErrors(application)).toEqual({});
    expect(withoutCardNumbers(application)).toEqual(application);
    expect(withoutCardNumbers(EMPTY_APPLICATION)).toEqual(EMPTY_APPLICATION);
  });

  it("has the error at the field and in its part", () => {
    const typed = { ...application, preferredCardName: "4111111111111111" };
    expect(checkPart("card", typed, TODAY)).toEqual({ preferredCardName: CARD_NUMBER_ERROR });
    expect(checkPart("contact", typed, TODAY)).toEqual({});
  });

  it("is not searched if a text is longer than any field accepts", () => {
    expect(cardNumberErrors({ meta: { id: "1 ".repeat(500_000) } })).toEqual({
      "meta.id": "must be at most 10,000 characters",
    });
  });

  it("accepts an amount with a long fraction, but not a card number as the amount", () => {
    const amount = { ...application, spendLimit: "0.4111111111111111" };
    expect(checkPart("card", amount, TODAY)).toEqual({});
    const number = { ...application, spendLimit: "4111111111111111" };
    expect(checkPart("card", number, TODAY)).toEqual({ spendLimit: CARD_NUMBER_ERROR });
  });

  it("accepts a customer ID with a valid check digit that no card scheme uses", () => {
    const typed = withText(application, "meta.id", "7000000000091111");
    expect(checkPart("contact", typed, TODAY)).toEqual({});
  });

  it("rejects a masked customer ID, which would be a new customer at the issuer", () => {
    const typed = withText(application, "meta.id", "•••• 1111~0f3a9c2b71");
    expect(checkPart("contact", typed, TODAY)).toEqual({
      "meta.id": "is masked, so a card can’t be issued with it",
    });
  });
});
