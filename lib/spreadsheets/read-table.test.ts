import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { zipWorkbook } from "@/testing/zip-workbook";
import { readTable } from "./read-table";

const WORKBOOK = zipWorkbook({
  sheets: [{ name: "Employees", data: '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>' }],
});

describe("the kind of a file", () => {
  it.each([
    ["people.csv", WORKBOOK, "Sheet “Employees”"],
    ["people.xlsx", strToU8("Name;City\n"), "UTF-8, separated by semicolons"],
    ["", strToU8("PK,Name\n"), "UTF-8, separated by commas"],
  ])("comes from its content, not from its name %j", (name, bytes, description) => {
    expect(readTable({ name, bytes })).toMatchObject({ description });
  });

  const ole = (name: string) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(1_000, "E"),
      Buffer.from(name, "utf16le"),
      Buffer.alloc(100),
    ]);
  const binaryWorkbook =
    '<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
  const document =
    '<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>';

  const UNREADABLE: [Uint8Array, string][] = [
    [new Uint8Array(), "The file is empty. Choose a file with a header and rows."],
    [ole("Workbook"), "This is an old Excel file (.xls). Save it as XLSX or CSV."],
    [Buffer.from([9, 4, 6, 0, 0, 0]), "This is an old Excel file (.xls). Save it as XLSX or CSV."],
    [
      ole("EncryptedPackage"),
      "The workbook is protected by a password. Save it without one, as XLSX or CSV.",
    ],
    [
      zipSync({
        mimetype: strToU8("application/vnd.oasis.opendocument.spreadsheet"),
        "content.xml": strToU8("<x/>"),
      }),
      "This is an OpenDocument file (.ods). Save it as XLSX or CSV.",
    ],
    [
      zipSync({ "_rels/.rels": strToU8(binaryWorkbook), "xl/workbook.bin": strToU8("x") }),
      "This is a binary workbook (.xlsb). Save it as XLSX or CSV.",
    ],
    [zipSync({ "Index/Document.iwa": strToU8("x") }), "This is a Numbers file. Export it as XLSX or CSV."],
    ...[{ "_rels/.rels": strToU8(document) }, { "people.csv": strToU8("a,b") }, {}].map(
      (parts): [Uint8Array, string] => [
        zipSync(parts as Record<string, Uint8Array>),
        "This isn’t a workbook. If it is a ZIP file, unzip it; otherwise save it as XLSX or CSV.",
      ],
    ),
    [strToU8("%PDF-1.7\n"), "This is a PDF. Open the original spreadsheet and save it as XLSX or CSV."],
    ...[
      [0x89, 0x50, 0x4e, 0x47, 0x0d],
      [0xff, 0xd8, 0xff, 0xe0],
      [...strToU8("GIF89a")],
      [...strToU8("RIFF1234WEBPVP8 ")],
      [0, 0, 0, 24, ...strToU8("ftypheic")],
    ].map((bytes): [Uint8Array, string] => [
      Buffer.from(bytes),
      "This is an image. Save the spreadsheet itself as XLSX or CSV.",
    ]),
    [
      Buffer.from([0x1f, 0x8b, 8, 0]),
      "This file is compressed. Unzip it, then choose the XLSX or CSV inside.",
    ],
    ...["\ufeff <!DOCTYPE html><table>", "<html>", '<table border="1"><tr>'].map(
      (text): [Uint8Array, string] => [
        strToU8(text),
        "This is a web page (HTML). Open it in a spreadsheet app and save it as XLSX or CSV.",
      ],
    ),
    [
      strToU8('<?xml version="1.0"?><Workbook/>'),
      "This is an XML file. Open it in a spreadsheet app and save it as XLSX or CSV.",
    ],
    [new Uint8Array(100_000), "This isn’t a spreadsheet. Choose a spreadsheet that is saved as XLSX or CSV."],
  ];

  it.each(UNREADABLE)("is named if it can't be read (%#)", (bytes, problem) => {
    expect(readTable({ name: "people.xlsx", bytes })).toEqual({ problem });
  });
});
