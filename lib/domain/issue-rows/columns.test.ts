import { expect, it } from "vitest";
import { ISSUE_COLUMNS, missingColumns, recognizeColumns, unusedColumns } from "./columns";

it("recognizes its own labels and keys", () => {
  const keys = ISSUE_COLUMNS.map(({ key }) => key);
  expect(recognizeColumns(ISSUE_COLUMNS.map(({ label }) => label))).toEqual(keys);
  expect(recognizeColumns(keys)).toEqual(keys);
});

it("recognizes other spellings", () => {
  expect(
    recognizeColumns(["External_Customer_ID", "preferredCardName", "E-Mail", " ZIP code ", "Mobile"]),
  ).toEqual(["customerId", "cardName", "email", "postalCode", "phone"]);
});

it("uses the first of two columns with the same meaning, and none that it doesn’t know", () => {
  expect(recognizeColumns(["City", "", "Town", "Shoe size"])).toEqual(["city", null, null, null]);
});

it("has no name that means two columns", () => {
  const names = ISSUE_COLUMNS.flatMap(({ label, names }) => [label.toLowerCase(), ...names]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it("names required columns that are missing, of the customers that the file is for", () => {
  const keys = ISSUE_COLUMNS.map(({ key }) => key);
  expect(missingColumns(keys)).toEqual([]);
  expect(
    missingColumns(keys.filter((key) => key !== "customerId" && key !== "dob" && key !== "country")),
  ).toEqual(["Customer ID", "Date of birth"]);
  expect(missingColumns(["legalName"])).toContain("Registration number");
  expect(missingColumns(["legalName"])).not.toContain("First name");
});

it("names columns that are recognized but not used", () => {
  const header = ["City", "Limit", "Card limit", "Shoe size"];
  expect(unusedColumns(header, ["city", "spendLimit", null, null])).toEqual([]);
  expect(unusedColumns(header, ["city", null, "spendLimit", null])).toEqual([]);
  expect(unusedColumns(header, ["city", null, null, null])).toEqual([{ index: 1, label: "Spend limit" }]);
});
