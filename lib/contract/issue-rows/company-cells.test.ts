import { expect, it } from "vitest";
import { profileOf } from "@/lib/contract/customer-profile";
import { ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import { checkRow, toRequest } from "./check-rows";
import { companyCells } from "./company-cells";

const context = { today: "2026-11-18", designs: null, defaults: {} };
const business = Object.fromEntries(
  ISSUE_COLUMNS.filter(({ types }) => types.includes("Business")).map(({ key, example }) => [key, example]),
);

it("leaves only what belongs to one person and card to be filled in", () => {
  const request = toRequest({ ...business, customerType: "Business", line2: "" }, context);
  const defaults = companyCells(request.meta.id, profileOf(request));
  expect(defaults).not.toBeNull();
  const { problems } = checkRow({}, { ...context, defaults: defaults ?? {} });
  expect(Object.keys(problems).sort()).toEqual(["cardName", "cardType", "phone"]);
  const cells = { cardName: "Ada Lovelace", cardType: "virtual", phone: "7911 123456" };
  expect(toRequest(cells, { ...context, defaults: defaults ?? {} })).toMatchObject({
    kyc: request.kyc,
    meta: { id: request.meta.id },
    preferredCardName: "Ada Lovelace",
  });
});

it("is nothing for a person", () => {
  expect(companyCells("c1", { customerType: "Consumer", kycApplicantId: "k", dialCode: 44 })).toBeNull();
});
