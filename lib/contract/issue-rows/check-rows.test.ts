import { describe, expect, it } from "vitest";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import { type CheckContext, checkDefaults, checkRow, compareRows, toRequest } from "./check-rows";

const context: CheckContext = {
  today: "2026-11-18",
  designs: [
    { id: "d1", name: "Midnight", stock: true },
    { id: "d2", name: "Coral", stock: false },
  ],
  defaults: {},
};

/** The row of the template. */
function exampleOf(type: "Consumer" | "Business"): IssueCells {
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes(type));
  return {
    ...Object.fromEntries(columns.map(({ key, example }) => [key, example])),
    customerType: type,
    customerId: "cus_7",
  };
}

describe.each(["Consumer", "Business"] as const)("the example row of a %s", (type) => {
  const example = exampleOf(type);

  it("is a valid request", () => {
    expect(checkRow(example, context)).toEqual({ problems: {}, warnings: {} });
    expect(CreateCardRequest.safeParse(toRequest(example, context)).success).toBe(true);
  });

  it("has a problem at each required cell that is empty, and nowhere else", () => {
    for (const { key, isRequired, types } of ISSUE_COLUMNS) {
      if (!types.includes(type) || key === "customerType") continue;
      const { problems } = checkRow({ ...example, [key]: "" }, context);
      expect(Object.keys(problems), key).toEqual(isRequired ? [key] : []);
    }
  });
});

it.each([
  [{ customerType: "Martian" }, "customerType", "must be Consumer or Business"],
  [{ dob: "23/04/1990" }, "dob", "must be a date in the format YYYY-MM-DD"],
  [{ dob: "2026-11-18" }, "dob", "must be in the past"],
  [{ country: "Atlantis" }, "country", "must be a country’s code"],
  [{ dialCode: "x" }, "dialCode", "must be a numeric country dial code without a plus sign"],
  [{ dialCode: "4e1" }, "dialCode", "must be a numeric country dial code without a plus sign"],
  [{ phone: "0033612345678" }, "phone", "must not begin with another dial code than 44"],
  [{ phone: "abc" }, "phone", "must contain digits only"],
  [{ email: "amara" }, "email", "must be an email address"],
  [{ cardName: "Amara <Okafor>" }, "cardName", "must not contain"],
  [{ cardType: "gold" }, "cardType", "must be physical or virtual"],
  [{ design: "Sunset" }, "design", "must be the name or ID"],
  [{ spendLimit: "1.500" }, "spendLimit", "enter 1500 or 1.50"],
  [{ spendLimit: "-1" }, "spendLimit", "must be at least 0"],
  [{ expiryDate: "2026-11-30" }, "expiryDate", "must be at least 1 month from today"],
  [{ customerId: "4539148803436467" }, "customerId", "must not contain a card number"],
  [{ lastName: "x".repeat(21) }, "lastName", "must be at most 20 characters"],
] as const)("finds the mistake in %j", (cells, key, problem) => {
  const { problems } = checkRow({ ...exampleOf("Consumer"), ...cells }, context);
  expect(problems[key]).toContain(problem);
});

it("uses defaults only where a cell is empty, and finds a design by its name", () => {
  const defaults = { cardType: "physical", spendLimit: "750", design: "midnight", dialCode: "1" };
  const { spendLimit: _, ...cells } = { ...exampleOf("Consumer"), phone: "+49 151 12345678", dialCode: "" };
  const request = toRequest(cells, { ...context, defaults });
  expect(request).toMatchObject({ cardType: "virtual", spendLimit: 750, cardDesign: "d1" });
  expect(request.meta.otpPhoneNumber).toEqual({ dialCode: 49, phoneNumber: "151 12345678" });
});

it("refuses a value that is too long, also one for all rows", () => {
  const long = "1 ".repeat(300);
  const problem = "must be at most 500 characters";
  expect(checkRow({ ...exampleOf("Business"), legalName: long }, context).problems).toEqual({
    legalName: problem,
  });
  const defaults = { postalCode: long };
  const { postalCode: _, ...cells } = exampleOf("Consumer");
  expect(checkRow(cells, { ...context, defaults }).problems).toEqual({ postalCode: problem });
});

it("warns about what the issuer accepts but a person rarely intends", () => {
  const cells: IssueCells = {
    ...exampleOf("Consumer"),
    legalName: "Harbor Ltd",
    spendLimit: "",
    cardType: "physical",
    design: "Coral",
  };
  expect(checkRow(cells, context)).toEqual({
    problems: {},
    warnings: {
      legalName: "Not used for a consumer.",
      spendLimit: "Opens with nothing to spend.",
      design: "This design is out of stock.",
    },
  });
});

it("tells what was probably meant otherwise", () => {
  const warningsOf = (cells: IssueCells) =>
    checkRow({ ...exampleOf("Consumer"), ...cells }, context).warnings;
  expect(warningsOf({ customerId: "cus_1001" })).toEqual({ customerId: "This is the template’s example." });
  expect(warningsOf({ dob: "1066-10-14" })).toEqual({ dob: "960 years old: check the date." });
  expect(warningsOf({ dialCode: "44", phone: "447911123456" }).phone).toContain("its own dial code");
});

it("compares rows: the same one twice, and a limit far above the others", () => {
  const row = (number: number, cells: IssueCells) => ({
    number,
    cells: { ...exampleOf("Consumer"), ...cells },
  });
  const rows = [
    row(2, { spendLimit: "100" }),
    row(3, { cardName: "Other" }),
    row(4, { email: "", customerId: "CUS_7", cardName: "amara\u00a0okafo\u200br" }),
    row(5, { customerId: "cus_2", spendLimit: "50000" }),
    row(6, { customerId: "cus_3" }),
    row(7, { customerId: "cus_4" }),
  ];
  expect(compareRows(rows, {})).toEqual(
    new Map([
      [2, { cardName: "The same customer, card type, and name as in row 2." }],
      [3, { spendLimit: "More than 10 times the usual limit of this file." }],
    ]),
  );
});

it("compares rows: another holder with the same customer ID", () => {
  const person = (number: number, cells: IssueCells) => ({
    number,
    cells: { ...exampleOf("Consumer"), cardName: `Card ${number}`, ...cells },
  });
  const company = (number: number, legalName: string) => ({
    number,
    cells: { ...exampleOf("Business"), customerId: "cus_8", cardName: `Card ${number}`, legalName },
  });
  const rows = [
    person(2, {}),
    person(3, { firstName: "AMARA", lastName: "Okafor " }),
    person(4, { firstName: "Ida", lastName: "Fuchs" }),
    person(5, { firstName: "", lastName: "" }),
    person(6, { firstName: "Ida", customerId: "CUS_7" }),
    company(7, "Harbor Ltd"),
    company(8, "Harbor Ltd"),
    company(9, "Other Ltd"),
  ];
  expect(compareRows(rows, {})).toEqual(
    new Map([
      [2, { customerId: "Also the ID of Amara Okafor in row 2. One customer gets both cards." }],
      [7, { customerId: "Also the ID of Harbor Ltd in row 7. One customer gets both cards." }],
    ]),
  );
});

it("says that a day doesn’t exist", () => {
  const problemsOf = (dob: string) => checkRow({ ...exampleOf("Consumer"), dob }, context).problems;
  expect(problemsOf("31.02.1985")).toEqual({ dob: "must be a day that exists" });
  expect(problemsOf("soon")).toEqual({ dob: "must be a date in the format YYYY-MM-DD" });
});

it("finds what is wrong with the values for all rows, and not what rows lack", () => {
  const problemsOf = (defaults: IssueCells) => checkDefaults({ ...context, defaults });
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ customerType: "Business", spendLimit: "500", country: "GBR", dialCode: "44" })).toEqual(
    {},
  );
  expect(
    problemsOf({ spendLimit: "1.500", country: "Germoney", dialCode: "x", expiryDate: "2026-11-19" }),
  ).toEqual({
    spendLimit: "enter 1500 or 1.50",
    country: "must be a country’s code, such as GBR, or its English name",
    dialCode: "must be a numeric country dial code without a plus sign",
    expiryDate: "must be at least 1 month from today: 2026-12-18 or later",
  });
});
