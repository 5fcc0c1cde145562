import { OWN_DIALECT } from "./dialect";
import { CsvScanner, ROW } from "./scanner";

/** Counts the rows of one of our exports, chunk by chunk, including its header. */
export class RowCount {
  rows = 0;
  readonly #scanner = new CsvScanner(OWN_DIALECT);

  add(chunk: Uint8Array): void {
    for (const byte of chunk) if (this.#scanner.next(byte) === ROW) this.rows += 1;
  }
}
