export type BarTone = "strong" | "open" | "quiet" | "bad";

export type BarSeries = { name: string; tone: BarTone };

export type BarPart = {
  id: string;
  /** `14 Nov`, for the axis. */
  short: string;
  /** `14 Nov 2026`, or all the days it stands for. */
  days: string;
  /** One for each series. */
  values: readonly number[];
  /** The same in words: `USD 1,840.25, of it USD 20.00 pending`. */
  words: string;
  /** And in the table, one for each of `heads` but the first. */
  cells: readonly string[];
  /** The list behind it. */
  href: string;
};
