import { countOf, formatCount } from "@/lib/domain/money/numbers";

/** Browsers limit an element's height to about 33 million pixels. */
export const MAX_SHOWN_ROWS = 500_000;

/** Shows no count while a new search is loading. */
export function rowCountText(shown: { total: number; search: string }, currentSearch: string): string {
  if (currentSearch !== shown.search) return "Searching…";
  const rows = countOf(shown.total, "row");
  if (shown.total > MAX_SHOWN_ROWS) return `${rows}, showing the first ${formatCount(MAX_SHOWN_ROWS)}`;
  return shown.search ? `${rows} found` : rows;
}
