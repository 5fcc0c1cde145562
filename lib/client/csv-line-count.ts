const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the lines of a CSV file as it arrives, in whatever pieces. A line feed inside quotes ends none. */
export class CsvLineCount {
  lines = 0;
  #isQuoted = false;

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED && !this.#isQuoted) this.lines += 1;
    }
  }
}
