import { withoutProtection } from "@/lib/csv/cell-protection";
import { columnName } from "@/lib/domain/exports/column-name";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { MAX_CELL_CHARACTERS, MAX_CHARACTERS, MAX_COLUMNS, MAX_ROWS } from "./limits";
import type { Table, TableRow } from "./table";
import { TableProblem } from "./table-problem";

const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Collects the cells of a file row by row, and stops at the first that is beyond a limit. */
export class TableBuilder {
  readonly #rows: TableRow[] = [];
  #cells: string[] = [];
  #hasText = false;
  #characters = 0;

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Cells may be left out, and come in any order. */
  add(row: number, column: number, written: string): void {
    // Of a file that was downloaded here, to be corrected.
    const text = withoutProtection(written);
    const hasText = text.trim() !== "";
    if (column >= MAX_COLUMNS) {
      if (hasText) throw tooManyColumns(row, column);
      return;
    }
    if (text !== "") this.#check(row, column, text);
    while (this.#cells.length < column) this.#cells.push("");
    this.#cells[column] = text;
    if (hasText) this.#hasText = true;
  }

  /** Returns whether the row has text. */
  endRow(number: number): boolean {
    const [cells, hasText] = [this.#cells, this.#hasText];
    this.#cells = [];
    this.#hasText = false;
    if (!hasText) return false;
    // The header is one more.
    if (this.#rows.length > MAX_ROWS) throw tooManyRows();
    this.#rows.push({ number, cells });
    return true;
  }

  finish(description: string, notes: readonly string[]): Table {
    const [header, ...rows] = this.#rows.sort((left, right) => left.number - right.number);
    if (!header) throw new TableProblem("There is no text. Choose a table with a header and rows.");
    const width = header.cells.length;
    for (const row of rows) fitToHeader(row.cells, width);
    return {
      header: header.cells,
      rows,
      description,
      notes: [...notes, ...describeWideRows(rows, width)],
    };
  }

  #check(row: number, column: number, text: string): void {
    if (text.length > MAX_CELL_CHARACTERS) throw cellTooLong(row, column);
    if (CONTROL.test(text)) throw unreadable(row, column, "a control character");
    if (!text.isWellFormed()) throw unreadable(row, column, "half of a character");
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS)
      throw new TableProblem(`The table has more than ${formatCount(MAX_CHARACTERS)} characters. Split it.`);
  }
}

export function cellName(row: number, column: number): string {
  return columnName(column) + row;
}

export function cellTooLong(row: number, column: number): TableProblem {
  return new TableProblem(
    `Cell ${cellName(row, column)} has more than ${formatCount(MAX_CELL_CHARACTERS)} characters. Shorten it.`,
  );
}

function unreadable(row: number, column: number, what: string): TableProblem {
  return new TableProblem(
    `Cell ${cellName(row, column)} contains ${what}. Delete its text and type it again.`,
  );
}

function tooManyColumns(row: number, column: number): TableProblem {
  return new TableProblem(
    `The table has more than ${MAX_COLUMNS} columns: cell ${cellName(row, column)} has text. Delete the columns that you don’t need.`,
  );
}

function tooManyRows(): TableProblem {
  return new TableProblem(
    `The table has more than ${formatCount(MAX_ROWS)} rows below the header. Split it.`,
  );
}

/** Fills the row up, and drops empty cells beyond the header. */
function fitToHeader(cells: string[], width: number): void {
  while (cells.length < width) cells.push("");
  while (cells.length > width && cells.at(-1)?.trim() === "") cells.pop();
}

function describeWideRows(rows: readonly TableRow[], width: number): string[] {
  const wide = rows.filter(({ cells }) => cells.length > width);
  const [first] = wide;
  if (!first) return [];
  return [
    wide.length === 1
      ? `Row ${first.number} has more cells than the header.`
      : `${countOf(wide.length, "row")} have more cells than the header. The first is row ${first.number}.`,
  ];
}
