import { stringify } from "csv-stringify/sync";
import type { Cell, CellRow } from "@/lib/domain/exports/cell";
import { type Delimiter, keepAsText, OTHER_SEPARATORS, preventFormulas } from "./cell-protection";

/** The first cell should be a name or an ID, because with another separator it becomes the whole line. */
export function csvLines(rows: readonly CellRow[], delimiter: Delimiter = ","): string {
  return stringify(
    rows.map((row) => row.map(toPlain)),
    {
      delimiter,
      record_delimiter: "\r\n",
      quoted_match: OTHER_SEPARATORS[delimiter],
      cast: {
        string: (text) => preventFormulas(text, delimiter),
        number: (number) => preventFormulas(String(number), delimiter),
      },
    },
  );
}

function toPlain(cell: Cell): string | number | null | undefined {
  if (typeof cell !== "object" || cell === null) return cell;
  return cell.is === "text" ? keepAsText(cell.text) : cell.text;
}

/** Excel detects UTF-8 only by this mark, and otherwise garbles names. */
export const CSV_BYTE_ORDER_MARK = "\ufeff";
