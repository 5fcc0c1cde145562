import { formatCount } from "@/lib/domain/money/numbers";
import { decodeText } from "./decode-text";
import { fileKind, findTextProblem } from "./file-kind";
import { findSizeProblem, MAX_CHARACTERS } from "./limits";
import { readText } from "./read-text";
import { readWorkbook } from "./read-workbook";
import type { Table } from "./table";
import { TableProblem } from "./table-problem";

export type { Table } from "./table";

/** Reads CSV or XLSX. The content decides which, not the name. Runs in a browser's worker too. */
export function readTable({ bytes }: { name: string; bytes: Uint8Array }): Table | { problem: string } {
  return orProblem(() => {
    refuse(findSizeProblem(bytes.length));
    if (fileKind(bytes) === "zip") return readWorkbook(bytes);
    const { text, encoding } = decodeText(bytes);
    refuse(findTextProblem(text));
    return readText(text, encoding);
  });
}

/** Cells that were copied from a spreadsheet, which separates them by tabs, or CSV. */
export function readPastedTable(text: string): Table | { problem: string } {
  return orProblem(() => {
    if (text.length > MAX_CHARACTERS)
      throw new TableProblem(
        `The text is longer than ${formatCount(MAX_CHARACTERS)} characters. Paste it in parts.`,
      );
    refuse(findTextProblem(text));
    const [firstLine = ""] = /[^\r\n]+/.exec(text) ?? [];
    return readText(text, "Pasted text", firstLine.includes("\t") ? "\t" : undefined);
  });
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new TableProblem(problem);
}

function orProblem(read: () => Table): Table | { problem: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof TableProblem) return { problem: error.message };
    throw error;
  }
}
