import { countOf } from "@/lib/domain/money/numbers";
import { cellName } from "./table-builder";

/** How many there are, and where the first one is. */
type Tally = { count: number; first: string };

/** What a person should know about the cells of a sheet. */
export class SheetNotes {
  readonly #hiddenRows: Tally = { count: 0, first: "" };
  readonly #formulas: Tally = { count: 0, first: "" };
  readonly #missingResults: Tally = { count: 0, first: "" };
  readonly #longNumbers: Tally = { count: 0, first: "" };

  addHiddenRow(row: number): void {
    add(this.#hiddenRows, String(row));
  }

  addFormula(row: number, column: number, hasResult: boolean): void {
    add(hasResult ? this.#formulas : this.#missingResults, cellName(row, column));
  }

  addLongNumber(row: number, column: number): void {
    add(this.#longNumbers, cellName(row, column));
  }

  list(): string[] {
    return [
      describe(this.#formulas, "formula", "read as the stored result", "in cell"),
      describe(
        this.#missingResults,
        "formula",
        "read as empty, without a stored result",
        "in cell",
        "Open the file in a spreadsheet app and save it again.",
      ),
      describe(
        this.#longNumbers,
        "number",
        "longer than 15 digits, which spreadsheets round",
        "in cell",
        "Format such cells as text.",
      ),
      describe(this.#hiddenRows, "hidden row", "read too", "row"),
    ].filter((note) => note !== null);
  }
}

function describe({ count, first }: Tally, noun: string, fact: string, where: string, advice = "") {
  if (count === 0) return null;
  const note = `${countOf(count, noun)} ${count === 1 ? "was" : "were"} ${fact}. The first is ${where} ${first}.`;
  return advice === "" ? note : `${note} ${advice}`;
}

function add(tally: Tally, place: string): void {
  if (tally.count === 0) tally.first = place;
  tally.count += 1;
}
