/** Written out, since a phone's layout (`display: grid`) takes from table elements the roles that they imply. */
export const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
