import { describe, expect, it } from "vitest";
import {
  findDesignProblem,
  isTemplateLimit,
  monthsUntil,
  planTemplate,
  type TemplateContent,
  templateCells,
  templateKey,
  templateValues,
  toTemplateContent,
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

  const today = "2026-11-18";
  const travel = templateValues(TRAVEL, today);
  const bare = templateValues(BARE, today);
  const empty = { customerType: "", cardType: "", cardDesign: "", spendLimit: " ", expiryDate: "" };

  it("names the fields", () => {
    const plan = { today, canUseDesign: true };
    expect(planTemplate(BARE, empty, plan)).toMatchObject({ filled: ["customerType", "cardType"] });
    expect(planTemplate(TRAVEL, empty, plan)).toEqual({
      values: travel,
      filled: ["customerType", "cardType", "cardDesign", "spendLimit", "expiryDate"],
      replaced: [],
    });
  });

  it("names what it would replace, also with nothing, but no empty or equal field", () => {
    const findReplaced = (template: TemplateContent, current: typeof travel) =>
      planTemplate(template, current, { today, canUseDesign: true }).replaced;
    expect(findReplaced(TRAVEL, { ...travel, spendLimit: " 250.50 " })).toEqual([]);
    expect(findReplaced(TRAVEL, { ...empty, spendLimit: "99" })).toEqual(["spendLimit"]);
    expect(findReplaced(BARE, travel)).toEqual([
      "customerType",
      "cardType",
      "cardDesign",
      "spendLimit",
      "expiryDate",
    ]);
  });

  it("leaves the design as it is if the template's can't be issued", () => {
    const current = { ...empty, cardDesign: "dsg_mine" };
    const plan = planTemplate(TRAVEL, current, { today, canUseDesign: false });
    expect(plan.values).toEqual({ ...travel, cardDesign: "dsg_mine" });
    expect(plan.filled).not.toContain("cardDesign");
    expect(plan.replaced).toEqual([]);
  });

  it("is what the template was made from", () => {
    expect(toTemplateContent(travel, today)).toEqual(TRAVEL);
    expect(toTemplateContent(bare, today)).toEqual(BARE);
  });
});

describe("a template of a card", () => {
  const values = templateValues(TRAVEL, "2026-11-18");

  it.each([
    ["+500", "500"],
    ["5e2", "500"],
    ["500.", "500"],
    [" 20 ", "20"],
    ["", ""],
    ["1e20", null],
    ["4111111111111111", null],
    ["1.500,00", null],
  ])("with the spend limit %s has %s", (typed, stored) => {
    const content = toTemplateContent({ ...values, spendLimit: typed }, "2026-11-18");
    expect(content?.spendLimit ?? null).toBe(stored);
  });

  it("has both types", () => {
    expect(toTemplateContent({ ...values, customerType: "" }, "2026-11-18")).toBeNull();
    expect(toTemplateContent({ ...values, cardType: "" }, "2026-11-18")).toBeNull();
  });
});

it("finds a design that is gone or out of stock, once the designs are known", () => {
  const designs = [
    { id: "dsg_a", stock: true },
    { id: "dsg_b", stock: false },
  ];
  expect(["", "dsg_a", "dsg_b", "dsg_c"].map((id) => findDesignProblem(id, designs))).toEqual([
    null,
    null,
    "out-of-stock",
    "gone",
  ]);
  expect(findDesignProblem("dsg_c", undefined)).toBeNull();
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
