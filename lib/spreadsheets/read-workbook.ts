import { readNumberFormats } from "./number-formats";
import { readSheet } from "./read-sheet";
import { readSharedStrings } from "./shared-strings";
import type { Table } from "./table";
import { TableBuilder } from "./table-builder";
import { TableProblem } from "./table-problem";
import { openWorkbook, type WorkbookSheet } from "./workbook";
import { ZipArchive } from "./zip-archive";

/** Reads the first visible sheet with text. */
export function readWorkbook(bytes: Uint8Array): Table {
  const archive = new ZipArchive(bytes);
  const workbook = openWorkbook(archive);
  const context = {
    strings: readSharedStrings(archive, workbook.sharedStringsPath),
    formats: readNumberFormats(archive, workbook.stylesPath),
    is1904: workbook.is1904,
  };
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden);
  for (const [index, sheet] of visible.entries()) {
    const builder = new TableBuilder();
    const notes = readSheet(archive, sheet.path, context, builder);
    if (builder.isEmpty) continue;
    const others = [...visible.slice(index + 1), ...workbook.sheets.filter(({ isHidden }) => isHidden)];
    return builder.finish(`Sheet “${sheet.name}”`, [...describeOthers(others), ...notes]);
  }
  throw new TableProblem("The workbook has no visible sheet with text. Add a header and rows.");
}

const MAX_NAMED = 5;

function describeOthers(sheets: readonly WorkbookSheet[]): string[] {
  if (sheets.length === 0) return [];
  const names = sheets
    .slice(0, MAX_NAMED)
    .map(({ name, isHidden }) => (isHidden ? `“${name}” (hidden)` : `“${name}”`));
  const unnamed = sheets.length - names.length;
  const list = unnamed > 0 ? [...names, `${unnamed} more`] : names;
  return [`Not read: ${sheets.length === 1 ? "the sheet" : "the sheets"} ${list.join(", ")}.`];
}
