/** How a file separates its cells and ends its rows. `\n` also stands for `\r\n`. */
export type CsvDialect = { delimiter: string; rowEnd: "\n" | "\r" };

/** Of our own exports. */
export const OWN_DIALECT: CsvDialect = { delimiter: ",", rowEnd: "\n" };
