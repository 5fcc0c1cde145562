import type { Detected } from "./cell-formats";
import { detectFormats, recognizeNames, type SettlementMapping } from "./settlement-columns";

/** What a person starts from: what is recognized. A format that could be either is left to them. */
export function suggestMapping(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): SettlementMapping {
  const columns = recognizeNames(names);
  const { decimal, dates } = detectFormats(names, columns, rows);
  return { columns, formats: { decimal: certain(decimal, "."), dates: certain(dates, "day-first") } };
}

/** Nothing in the rows depends on a format that they don't show. */
function certain<Format extends string>(detected: Detected<Format>, usual: Format): Format | null {
  if (detected === null) return usual;
  return detected === "either" || detected === "both" ? null : detected;
}
