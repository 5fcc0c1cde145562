const names: string[] = [];

/** Of a spreadsheet: A to Z, then AA. */
export function columnName(index: number): string {
  const known = names[index];
  if (known !== undefined) return known;
  const last = String.fromCharCode(65 + (index % 26));
  const name = index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
  names[index] = name;
  return name;
}
