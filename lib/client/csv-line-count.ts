const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the records of a CSV file chunk by chunk; a line feed inside quotes doesn't end a record. */
export class CsvLineCount {
  lines = 0;
  #isQuoted = false;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED && !this.#isQuoted) this.lines += 1;
    }
  }
}
