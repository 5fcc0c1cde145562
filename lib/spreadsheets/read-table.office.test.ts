import { expect, it } from "vitest";
import type { CellRow } from "@/lib/domain/exports/cell";
import { writeXlsx } from "@/lib/xlsx/write-xlsx";
import { convertInLibreOffice } from "@/testing/convert-in-libreoffice";
import { readTable } from "./read-table";

const COLUMNS = ["Name", "Phone", "Born", "Seen", "Amount", "Note"];
const ROWS: CellRow[] = [
  [
    "Zoë Müller",
    { is: "decimal", text: "447911123456" },
    { is: "date", text: "1990-04-23" },
    { is: "date", text: "2026-11-15 14:03:22" },
    { is: "decimal", text: "-1234.56" },
    "=1+1",
  ],
  [
    "東京 🎉",
    { is: "text", text: "0042" },
    null,
    null,
    { is: "decimal", text: "0.1" },
    "two\nlines & <tags>",
  ],
  [null, { is: "decimal", text: "999999999999999" }, null, null, null, null],
];

async function workbook(): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx([
    { name: "Employees", columns: COLUMNS, batches: [ROWS] },
    { name: "Rules", columns: ["Column"], batches: [] },
  ]))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

const read = async (format: string) =>
  readTable({ name: "file", bytes: await convertInLibreOffice(await workbook(), format) });

it("reads a workbook that LibreOffice has saved like the one it opened", async () => {
  expect(await read("xlsx")).toEqual({
    header: COLUMNS,
    rows: [
      {
        number: 2,
        cells: ["Zoë Müller", "447911123456", "1990-04-23", "2026-11-15 14:03:22", "-1234.56", "=1+1"],
      },
      { number: 3, cells: ["東京 🎉", "0042", "", "", "0.1", "two\nlines & <tags>"] },
      { number: 4, cells: ["", "999999999999999", "", "", "", ""] },
    ],
    description: "Sheet “Employees”",
    notes: ["Not read: the sheet “Rules”."],
  });
});

it.each([
  ["xls", "This is an old Excel file (.xls). Save it as XLSX or CSV."],
  ["ods", "This is an OpenDocument file (.ods). Save it as XLSX or CSV."],
  ["html", "This is a web page (HTML). Open it in a spreadsheet app and save it as XLSX or CSV."],
])("says what to do with what LibreOffice saves as %s", async (format, problem) => {
  expect(await read(format)).toEqual({ problem });
});
