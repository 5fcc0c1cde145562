import type { Cell, CellRow } from "@/lib/domain/exports/cell";
import { columnName } from "@/lib/domain/exports/column-name";
import { cellXml, textXml } from "./cell-xml";
import { STYLE } from "./styles";

const MIN_WIDTH = 8;
const MAX_WIDTH = 60;
const PADDING = 2;

export type SheetHead = { columns: readonly string[]; isToFillIn?: boolean };

/** Everything before the second row: the first one has the column names, in bold, and stays visible. */
export function sheetStart(
  { columns, isToFillIn }: SheetHead,
  sample: readonly CellRow[],
  isFirst: boolean,
): string {
  const style = isToFillIn ? ` style="${STYLE.text}"` : "";
  const widths = columns.map((name, index) => {
    const longest = sample.reduce((most, row) => Math.max(most, lengthOf(row[index])), name.length);
    const width = Math.min(Math.max(longest, MIN_WIDTH), MAX_WIDTH) + PADDING;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ""} workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    widths.length > 0 ? `<cols>${widths.join("")}</cols>` : "",
    "<sheetData>",
    `<row r="1">${columns.map((name, index) => textXml(name, `${columnName(index)}1`, STYLE.header)).join("")}</row>`,
  ].join("");
}

export function rowXml(cells: CellRow, row: number): string {
  let xml = `<row r="${row}">`;
  for (const [index, cell] of cells.entries()) xml += cellXml(cell, columnName(index) + row);
  return `${xml}</row>`;
}

export const SHEET_END = "</sheetData></worksheet>";

function lengthOf(cell: Cell): number {
  if (cell === null || cell === undefined) return 0;
  return typeof cell === "object" ? cell.text.length : String(cell).length;
}
