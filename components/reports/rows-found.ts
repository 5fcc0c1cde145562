import { countOf, formatCount } from "@/lib/domain/numbers";

/** A browser draws no taller box than some 33 million pixels. */
export const MOST_SHOWN = 500_000;

/** How many rows there are of what is shown; nothing is said of a search that has no answer yet. */
export function rowsFoundWords(shown: { total: number; search: string }, asked: string): string {
  if (asked !== shown.search) return "Searching…";
  const rows = countOf(shown.total, "row");
  if (shown.total > MOST_SHOWN) return `${rows}, showing the first ${formatCount(MOST_SHOWN)}`;
  return shown.search ? `${rows} found` : rows;
}
