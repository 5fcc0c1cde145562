import { expect, it } from "vitest";
import { ISSUE_COLUMNS, isHeaderData, missingColumns, recognizeColumns, unusedColumns } from "./columns";

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

it.each([
  ["Customer No.", "customerId"],
  ["Customer number", "customerId"],
  ["Kundennummer", "customerId"],
  ["KundenNr", "customerId"],
  ["Vorname", "firstName"],
  ["Nachname", "lastName"],
  ["Geburtsdatum", "dob"],
  ["Ausweisnummer", "documentNumber"],
  ["Firma", "legalName"],
  ["Straße", "line1"],
  ["STRASSE", "line1"],
  ["PLZ", "postalCode"],
  ["Ort", "city"],
  ["Stadt", "city"],
  ["Land", "country"],
  ["Telefon", "phone"],
  ["Mobil", "phone"],
  ["Kartentyp", "cardType"],
  ["Karteninhaber", "cardName"],
  ["Name auf Karte", "cardName"],
  ["Limit", "spendLimit"],
  ["Gültig bis", "expiryDate"],
])("recognizes %s as %s", (name, key) => expect(recognizeColumns([name])).toEqual([key]));

it.each([
  [["Anna", "Schmidt", "1985-01-01"], true],
  [["cus_1", "anna@example.com"], true],
  [["Business", "company", "+49 151 2345", "1.500,00", "31.12.2027"], true],
  [["First name", "Last name", "Date of birth"], false],
  [["Name", "Address 1", "2024"], false],
  [["Whatever", "Something"], false],
  [["", ""], false],
])("tells a first row of values from one of names: %o", (header, isData) =>
  expect(isHeaderData(header)).toBe(isData),
);

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
