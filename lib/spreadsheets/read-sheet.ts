import { MAX_CELL_ELEMENTS } from "./limits";
import type { NumberFormat } from "./number-formats";
import { isoText, numberText } from "./number-text";
import { readPart } from "./read-part";
import { SheetNotes } from "./sheet-notes";
import { cellTooLong, type TableBuilder } from "./table-builder";
import { damaged } from "./table-problem";
import { RAW_TEXT_LENGTH, unescapeText } from "./unescape-text";
import type { XmlAttributes, XmlHandlers } from "./xml-reader";
import type { ZipArchive } from "./zip-archive";

/** What cells refer to. */
export type SheetContext = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean };

/** Adds the cells of a sheet, and returns notes about them. */
export function readSheet(
  archive: ZipArchive,
  path: string,
  context: SheetContext,
  builder: TableBuilder,
): string[] {
  const reader = new SheetReader(context, builder);
  const handlers: XmlHandlers = {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: (name) => reader.close(name),
  };
  readPart(archive, path, handlers, MAX_CELL_ELEMENTS);
  return reader.notes.list();
}

type Cell = { column: number; type: string; style: number; hasFormula: boolean; value: string };

class SheetReader {
  readonly notes = new SheetNotes();
  readonly #context: SheetContext;
  readonly #builder: TableBuilder;
  #isData = false;
  #isValue = false;
  #phonetic = 0;
  #row = 0;
  #isHidden = false;
  #cell: Cell = { column: -1, type: "n", style: 0, hasFormula: false, value: "" };

  constructor(context: SheetContext, builder: TableBuilder) {
    this.#context = context;
    this.#builder = builder;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "sheetData") this.#isData = true;
    if (!this.#isData) return;
    if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "f") this.#cell.hasFormula = true;
    else if (name === "rPh") this.#phonetic += 1;
    else if (name === "v" || name === "t") this.#isValue = this.#phonetic === 0;
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#cell.value += text;
    if (this.#cell.value.length > RAW_TEXT_LENGTH) throw cellTooLong(this.#row, this.#cell.column);
  }

  close(name: string): void {
    if (!this.#isData) return;
    if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "rPh") this.#phonetic -= 1;
    else if (name === "c") this.#closeCell();
    else if (name === "row") this.#closeRow();
    else if (name === "sheetData") this.#isData = false;
  }

  /** Positions may be left out: then it is the next one. */
  #openRow({ r, hidden }: XmlAttributes): void {
    this.#row = r === undefined ? this.#row + 1 : rowOf(r);
    this.#isHidden = hidden === "1" || hidden === "true";
    this.#cell.column = -1;
  }

  #openCell({ r, t = "n", s = "0" }: XmlAttributes): void {
    const column = r === undefined ? this.#cell.column + 1 : columnOf(r);
    this.#cell = { column, type: t, style: Number(s), hasFormula: false, value: "" };
  }

  #closeCell(): void {
    const { column, type, hasFormula, value } = this.#cell;
    const text = this.#textOf(this.#cell);
    if (hasFormula) this.notes.addFormula(this.#row, column, value !== "" || type === "str");
    if (text === "") return;
    if (type === "n" && LONG_NUMBER.test(text)) this.notes.addLongNumber(this.#row, column);
    this.#builder.add(this.#row, column, text);
  }

  #closeRow(): void {
    if (this.#builder.endRow(this.#row) && this.#isHidden) this.notes.addHiddenRow(this.#row);
  }

  #textOf({ type, style, value }: Cell): string {
    const { strings, formats, is1904 } = this.#context;
    switch (type) {
      case "s":
        return value === "" ? "" : sharedString(strings, value);
      case "inlineStr":
      case "str":
        return unescapeText(value);
      case "b":
        return BOOLEANS[value.trim()] ?? value;
      case "d":
        return isoText(value.trim());
      case "n":
        return numberText(value, formats[style] ?? { is: "number" }, is1904);
      default:
        return value;
    }
  }
}

const LONG_NUMBER = /^-?\d{16,}$/;
const BOOLEANS: Readonly<Record<string, string>> = {
  "1": "TRUE",
  "0": "FALSE",
  true: "TRUE",
  false: "FALSE",
};

function sharedString(strings: readonly string[], value: string): string {
  const text = strings[Number(value)];
  if (text === undefined) throw damaged();
  return text;
}

/** Excel's last row and column. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

function rowOf(reference: string): number {
  const row = Number(reference);
  if (!Number.isInteger(row) || row < 1 || row > LAST_ROW) throw damaged();
  return row;
}

/** `AB12` → 27. The row is the one around the cell. */
function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > LAST_COLUMN) throw damaged();
  }
  if (column === 0) throw damaged();
  return column - 1;
}
