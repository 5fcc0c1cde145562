export type BarTone = "strong" | "open" | "muted" | "bad";

export type BarSeries = { name: string; tone: BarTone };

export type BarPart = {
  id: string;
  /** `14 Nov`, for the axis. */
  shortLabel: string;
  /** `14 Nov 2026`, or a range of days. */
  days: string;
  /** One for each series. */
  values: readonly number[];
  /** The values as text: `USD 1,840.25, including USD 20.00 pending`. */
  text: string;
  /** The table cells, one for each of `headers` but the first. */
  cells: readonly string[];
  /** The list of the records in this bar. */
  href: string;
};
