export type TableRow = {
  /** In the file; the header is normally in row 1. */
  number: number;
  /** At least as many as the header has. */
  cells: string[];
};

export type Table = {
  /** The first row with text. */
  header: string[];
  /** All cells as text; rows without any text are left out. */
  rows: TableRow[];
  /** Between the cells of a CSV file. */
  delimiter?: string;
  /** In words, for the screen: `UTF-8, separated by semicolons`, or `Sheet “Employees”`. */
  description: string;
  /** What a person should know, such as sheets that were not read. */
  notes: string[];
};
