import { formatBytes } from "@/lib/domain/reports/report";
import { TableProblem } from "./table-problem";

export const MAX_FILE_BYTES = 20_000_000;
/** Of the parts of a workbook that are read. A bomb has a thousand times its own size. */
export const MAX_UNZIPPED_BYTES = 100_000_000;
/** Below the header. */
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 200;
export const MAX_CELL_CHARACTERS = 10_000;
export const MAX_CHARACTERS = 20_000_000;

/** Excel's own limit is 65,490. */
export const MAX_STYLES = 70_000;
export const MAX_RELATIONSHIPS = 10_000;
/** Of one XML file: empty ones cost seconds, but hardly any bytes. */
export const MAX_ELEMENTS = 1_000_000;
/** Of a sheet or its texts: all cells of the largest table, and as many styled empty ones. */
export const MAX_CELL_ELEMENTS = 10_000_000;

/** Call it before the file is read into memory. Returns the problem, or null. */
export function findSizeProblem(bytes: number): string | null {
  return bytes > MAX_FILE_BYTES ? `The file is larger than ${formatBytes(MAX_FILE_BYTES)}. Split it.` : null;
}

export const unzippedTooLarge = () =>
  new TableProblem(
    `The workbook is larger than ${formatBytes(MAX_UNZIPPED_BYTES)} when unzipped. Save the sheet that you need as CSV.`,
  );
