const LINE_END = /\r\n|\r|\n/;
const NEEDS_QUOTES = /["\t\r\n]/;

/** Cells as spreadsheets copy them: separated by tabs and lines, and in quotes if they contain either. */
export function readClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  let rest = text;
  for (;;) {
    const { cell, after } = readCell(rest);
    rows.at(-1)?.push(cell);
    const lineEnd = LINE_END.exec(after.slice(0, 2));
    if (after.startsWith("\t")) rest = after.slice(1);
    else if (lineEnd?.index === 0) {
      rest = after.slice(lineEnd[0].length);
      // Spreadsheets end the last line too.
      if (rest === "") return rows;
      rows.push([]);
    } else return rows;
  }
}

export function writeClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quote).join("\t")).join("\n");
}

function readCell(text: string): { cell: string; after: string } {
  return readQuoted(text) ?? readPlain(text);
}

const QUOTED = /^"((?:[^"]|"")*)"(?=[\t\r\n]|$)/;

/** Null if the quotes are part of the text. */
function readQuoted(text: string): { cell: string; after: string } | null {
  const match = text.startsWith('"') ? QUOTED.exec(text) : null;
  const content = match?.[1];
  // A spreadsheet doesn't quote a cell that doesn't need it: these quotes were typed.
  if (!match || content === undefined || !NEEDS_QUOTES.test(content)) return null;
  return { cell: content.replaceAll('""', '"'), after: text.slice(match[0].length) };
}

function readPlain(text: string): { cell: string; after: string } {
  const end = text.search(/[\t\r\n]/);
  return end < 0 ? { cell: text, after: "" } : { cell: text.slice(0, end), after: text.slice(end) };
}

function quote(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
