import type { Table } from "@/lib/spreadsheets/table";

/** Of a file without column names, whose first row is a card like the others. */
export function headerAsRow(table: Table): Table {
  const first = { number: Math.max(1, (table.rows[0]?.number ?? 2) - 1), cells: table.header };
  return {
    ...table,
    header: table.header.map((_, index) => `Column ${index + 1}`),
    rows: [first, ...table.rows],
  };
}
