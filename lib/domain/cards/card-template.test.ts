import { describe, expect, it } from "vitest";
import {
  findReplacedFields,
  isTemplateLimit,
  listFilledFields,
  monthsUntil,
  type TemplateContent,
  templateCells,
  templateKey,
  templateValues,
} from "./card-template";

const TRAVEL: TemplateContent = {
  customerType: "Business",
  cardType: "virtual",
  cardDesign: "dsg_tide",
  spendLimit: "250.50",
  expiryMonths: 24,
};
const BARE: TemplateContent = {
  customerType: "Consumer",
  cardType: "physical",
  cardDesign: "",
  spendLimit: "",
  expiryMonths: null,
};

describe("the months until an expiry date", () => {
  it.each([
    ["2026-12-18", "2026-11-18", 1],
    ["2029-11-18", "2026-11-18", 36],
    ["2027-02-17", "2026-11-18", 2],
    ["2027-02-18", "2026-11-18", 3],
    // The last day of a shorter month is a whole month.
    ["2027-02-28", "2027-01-31", 1],
    ["2027-03-30", "2027-01-31", 1],
    ["2026-11-20", "2026-11-18", 1],
    ["9999-12-31", "2026-11-18", 1_200],
  ])("%s on %s are %i", (expiry, today, months) => {
    expect(monthsUntil(expiry, today)).toBe(months);
  });

  it("lead back to the same day for every day of a leap year's February", () => {
    for (const day of ["2028-01-29", "2028-01-30", "2028-01-31", "2028-02-29"])
      for (const months of [1, 12, 13, 36])
        expect(monthsUntil(templateValues({ ...BARE, expiryMonths: months }, day).expiryDate, day)).toBe(
          months,
        );
  });
});

describe("what a template fills in", () => {
  it("has an expiry date from the day of issuing", () => {
    expect(templateValues(TRAVEL, "2027-01-31").expiryDate).toBe("2029-01-31");
    expect(templateValues({ ...TRAVEL, expiryMonths: 1 }, "2027-01-31").expiryDate).toBe("2027-02-28");
  });

  it("names the fields", () => {
    expect(listFilledFields(templateValues(BARE, "2026-11-18"))).toEqual(["customerType", "cardType"]);
    expect(listFilledFields(templateValues(TRAVEL, "2026-11-18"))).toHaveLength(5);
  });

  it("names what it would replace, also with nothing, but no empty or equal field", () => {
    const travel = templateValues(TRAVEL, "2026-11-18");
    const bare = templateValues(BARE, "2026-11-18");
    const empty = { customerType: "", cardType: "", cardDesign: "", spendLimit: " ", expiryDate: "" };
    expect(findReplacedFields(empty, travel)).toEqual([]);
    expect(findReplacedFields({ ...travel, spendLimit: " 250.50 " }, travel)).toEqual([]);
    expect(findReplacedFields({ ...empty, spendLimit: "99" }, travel)).toEqual(["spendLimit"]);
    expect(findReplacedFields(travel, bare)).toEqual([
      "customerType",
      "cardType",
      "cardDesign",
      "spendLimit",
      "expiryDate",
    ]);
  });
});

describe("the cells of a template", () => {
  it("have the names of the columns", () => {
    expect(templateCells(TRAVEL, "2026-11-18")).toEqual({
      customerType: "Business",
      cardType: "virtual",
      design: "dsg_tide",
      spendLimit: "250.50",
      expiryDate: "2028-11-18",
    });
  });

  it("are only those that the template sets", () => {
    expect(templateCells(BARE, "2026-11-18")).toEqual({ customerType: "Consumer", cardType: "physical" });
  });
});

it("compares names without case, form, and extra spaces", () => {
  expect(templateKey(" Été  card ")).toBe(templateKey("ÉTÉ CARD".normalize("NFD")));
  expect(templateKey("Travel 1")).not.toBe(templateKey("Travel 2"));
});

it.each([
  ["0", true],
  ["250.50", true],
  ["999999999999", true],
  ["4111111111111", false],
  ["123456789.1234", false],
  ["-1", false],
  ["1,500", false],
  ["", false],
])("a spend limit of %s in a template: %s", (limit, isValid) => {
  expect(isTemplateLimit(limit)).toBe(isValid);
});
