import { expect, it } from "vitest";
import { issueTemplate } from "@/lib/domain/issue-rows/template";
import { readTable } from "@/lib/spreadsheets/read-table";
import { typeInLibreOffice } from "@/testing/type-in-libreoffice";
import { writeXlsx } from "./write-xlsx";

/** What a spreadsheet would make a number or a date of. */
const TYPED = ["0042", "+447911123456", "1990-04-23", "03/04/1990", "1e5", "000123456789012345678", "=1+1"];

it("keeps what a person types below the example of the template, whatever it looks like", async () => {
  const { columns, example } = issueTemplate("Consumer");
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx([{ name: "Cards", columns, batches: [[example]], isToFillIn: true }]))
    chunks.push(chunk);
  const cells = columns.map((_, index) => TYPED[index % TYPED.length] ?? "");
  // Far below the rows that the file has.
  const saved = await typeInLibreOffice(Buffer.concat(chunks), { row: 400, cells });
  const table = readTable({ name: "", bytes: saved });
  if ("problem" in table) throw new Error(table.problem);
  expect(table.rows).toEqual([
    { number: 2, cells: example },
    { number: 400, cells },
  ]);
});
