import type { Table } from "@/lib/spreadsheets/table";

const MAX_SAMPLES = 2;
const MAX_CHARACTERS = 24;

/** The first two values of a column. */
export function sampleText({ rows }: Pick<Table, "rows">, column: number): string {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column]?.trim() ?? "";
    if (text !== "" && !samples.includes(text)) samples.push(text);
    if (samples.length === MAX_SAMPLES) break;
  }
  return samples.length === 0 ? "Empty" : samples.map(shorten).join(" · ");
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_CHARACTERS ? text : `${characters.slice(0, MAX_CHARACTERS).join("")}…`;
}
