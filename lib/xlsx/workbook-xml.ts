import { escapeText } from "./xml-text";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const PACKAGE_RELATIONSHIPS_XML = `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const sheetPath = (number: number) => `worksheets/sheet${number}.xml`;

export function workbookXml(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets></workbook>`;
}

export function workbookRelationshipsXml(sheets: number): string {
  const targets = Array.from({ length: sheets }, (_, index) => ["worksheet", sheetPath(index + 1)]);
  const all = [...targets, ["styles", "styles.xml"]].map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${RELATIONSHIPS}">${all.join("")}</Relationships>`;
}

export function contentTypesXml(sheets: number): string {
  const parts = [
    ["workbook.xml", "sheet.main"],
    ["styles.xml", "styles"],
    ...Array.from({ length: sheets }, (_, index) => [sheetPath(index + 1), "worksheet"]),
  ].map(([path, type]) => `<Override PartName="/xl/${path}" ContentType="${TYPE}.${type}+xml"/>`);
  return [
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...parts,
    "</Types>",
  ].join("");
}
