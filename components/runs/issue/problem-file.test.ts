import fc from "fast-check";
import { expect, it } from "vitest";
import type { IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import { readTable } from "@/lib/spreadsheets/read-table";
import { writeProblemFile } from "./problem-file";

it("writes the file's own columns, what was filled in, and the problems", () => {
  const { text, header, mapping } = writeProblemFile({
    header: ["Town", "Remark"],
    mapping: ["city", null],
    delimiter: "\t",
    originals: new Map([
      [2, ["Londn", "first"]],
      [3, ["", "=1+1"]],
    ]),
    rows: [
      {
        row: { number: 2, cells: { city: "London", country: "XX" } },
        problems: { country: "Not a country." },
      },
      {
        row: { number: 3, cells: { city: "" } },
        problems: { email: "Must be an email address.", city: "Required." },
      },
    ],
  });
  expect(text).toBe(
    [
      "\ufeffTown,Remark,Country,Problems",
      "London,first,XX,Country: Not a country.",
      ",'=1+1,,City or district: Required. Email: Must be an email address.",
      "",
    ].join("\r\n"),
  );
  expect(header).toEqual(["Town", "Remark", "Country", "Problems"]);
  expect(mapping).toEqual(["city", null, "country", null]);
});

const HEADER = ["Customer No.", "DOB", "Mobile", "Limit", "Remark", "Problems"];
const MAPPING: IssueColumnKey[] = ["customerId", "dob", "phone", "spendLimit"];

/** One row of the columns above. */
function writeRow(cells: readonly string[], delimiter: string): string {
  const used = MAPPING.map((key, index) => [key, cells[index] ?? ""]);
  return writeProblemFile({
    header: HEADER,
    mapping: [...MAPPING, null, null],
    delimiter,
    originals: new Map([[2, [...cells, "Date of birth: Required."]]]),
    rows: [{ row: { number: 2, cells: Object.fromEntries(used) }, problems: { dob: "Required." } }],
  }).text;
}

it("protects only what a spreadsheet would change, and keeps semicolons", () => {
  const cells = ["0042", "31.02.1985", "0151 23456700", "1.500,00", "12/3"];
  expect(writeRow(cells, ";").split("\r\n")).toEqual([
    "\ufeffCustomer No.;DOB;Mobile;Limit;Remark;Problems",
    `'0042;31.02.1985;0151 23456700;"1.500,00";'12/3;Date of birth: Required.`,
    "",
  ]);
  expect(writeRow(["c1", "", "015123456700", "-50", ""], ";")).toContain("c1;;'015123456700;-50;;");
});

it("is read with the same cells again", () => {
  const text = fc.oneof(
    fc.constantFrom("0042", "'0042", "1990-04-23", "31.02.1985", "+49 151", "1.500,00", "=1+1", "'t Hart"),
    fc
      .array(fc.constantFrom(..."'=+-@;,|\n\t \"0Aü"), { maxLength: 6 })
      .map((characters) => characters.join("")),
  );
  const row = fc.array(text, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(row, fc.constantFrom(",", ";"), (cells, delimiter) => {
      const bytes = new TextEncoder().encode(writeRow(cells, delimiter));
      const table = readTable({ name: "rows-with-problems.csv", bytes });
      expect(table).toMatchObject({
        header: HEADER,
        rows: [{ cells: [...cells, "Date of birth: Required."] }],
      });
    }),
  );
});
