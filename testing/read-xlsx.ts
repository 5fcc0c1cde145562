import { strFromU8, unzipSync } from "fflate";

export type ReadCell = { text: string; isText: boolean; format: string };
export type ReadSheet = { name: string; xml: string; rows: ReadCell[][] };

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const unescapeXml = (xml: string) => xml.replace(/&(lt|gt|amp|quot);/g, (_, name) => ENTITIES[name] ?? "");
const unescapeText = (xml: string) =>
  unescapeXml(xml).replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Reads a workbook as a spreadsheet does: the sheets in their order, the cells at their positions. */
export function readXlsx(file: Uint8Array): ReadSheet[] {
  const parts = new Map(Object.entries(unzipSync(file)).map(([path, bytes]) => [path, strFromU8(bytes)]));
  const part = (path: string) => parts.get(path) ?? "";
  const formats = readFormats(part("xl/styles.xml"));
  const targets = new Map(
    [...part("xl/_rels/workbook.xml.rels").matchAll(/Id="(\w+)" Type="[^"]+" Target="([^"]+)"/g)].map(
      ([, id, target]) => [id, target],
    ),
  );
  return [...part("xl/workbook.xml").matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="(\w+)"\/>/g)].map(
    ([, name = "", id]) => {
      const xml = part(`xl/${targets.get(id)}`);
      return { name: unescapeXml(name), xml, rows: readRows(xml, formats) };
    },
  );
}

/** The rows below the header, by column name. */
export function readRecords(file: Uint8Array): Record<string, string>[] {
  return readXlsx(file).flatMap(({ rows: [head = [], ...rows] }) =>
    rows.map((row) => Object.fromEntries(head.map(({ text }, index) => [text, row[index]?.text ?? ""]))),
  );
}

function readFormats(styles: string): string[] {
  const custom = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]+)"\/>/g)].map(([, id, code]) => [
      id,
      code,
    ]),
  );
  const [, cellFormats = ""] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
  return [...cellFormats.matchAll(/numFmtId="(\d+)"/g)].map(([, id = ""]) => custom.get(id) ?? id);
}

const CELL =
  /<c r="([A-Z]+)(\d+)" s="(\d+)"(?: t="(inlineStr)")?>(?:<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g;

function readRows(xml: string, formats: readonly string[]): ReadCell[][] {
  return [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, row, cells = ""]) => {
    const read: ReadCell[] = [];
    for (const [, column = "", at, style, type, text, number] of cells.matchAll(CELL)) {
      if (at !== row) throw new Error(`A cell of row ${row} says that it is in row ${at}`);
      const isText = type === "inlineStr";
      read[columnIndex(column)] = {
        text: isText ? unescapeText(text ?? "") : (number ?? ""),
        isText,
        format: formats[Number(style)] ?? "",
      };
    }
    return Array.from(read, (cell) => cell ?? { text: "", isText: true, format: "" });
  });
}

function columnIndex(name: string): number {
  return [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
