/** Explicit because `display: grid`, used on phones, removes the implicit roles of table elements. */
export const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
