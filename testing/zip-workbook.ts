import { strToU8, zipSync } from "fflate";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

export type WorkbookParts = {
  /** What is inside `sheetData` of each sheet. */
  sheets: { name: string; data: string; state?: string }[];
  /** What is inside `sst`. */
  strings?: string;
  /** What is inside `styleSheet`. */
  styles?: string;
  /** Attributes of `workbookPr`. */
  properties?: string;
  /** Replaces parts or adds them. */
  parts?: Record<string, string | Uint8Array>;
};

/** Builds a workbook from its XML, to write what no spreadsheet app would. */
export function zipWorkbook(workbook: WorkbookParts): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(workbookParts(workbook)).map(([path, content]) => [
        path,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
  );
}

export function workbookParts({
  sheets,
  strings = "",
  styles = "",
  properties = "",
  parts = {},
}: WorkbookParts): Record<string, string | Uint8Array> {
  const targets = [
    ...sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`]),
    ["sharedStrings", "sharedStrings.xml"],
    ["styles", "styles.xml"],
  ];
  return {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>',
    "_rels/.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets>${sheets
      .map(
        ({ name, state = "visible" }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONSHIPS}">${targets
      .map(
        ([type, target], index) =>
          `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings}</sst>`,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ data }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
}
