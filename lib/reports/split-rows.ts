const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const TAB = 0x09;
const QUOTE = 0x22;
const NEW_LINE = 0x0a;

/** A longer row means that the file is not a valid CSV file. */
const MAX_ROW_BYTES = 1_048_576;

/**
 * Splits a CSV file into chunks at row boundaries while it downloads. A line break inside quotes is not a boundary;
 * a quote counts only at the start of a cell.
 */
export class RowSplitter {
  readonly #chunkBytes: number;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #state: "start" | "plain" | "quoted" | "quote-in-quoted" = "start";

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  /** Returns the chunks that are complete. */
  push(bytes: Buffer): Buffer[] {
    const chunks: Buffer[] = [];
    let begin = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      if (!this.#endsRow(bytes[index] ?? 0)) continue;
      const end = index + 1;
      if (this.#bufferedBytes + end - begin < this.#chunkBytes) continue;
      this.#buffer(bytes.subarray(begin, end));
      chunks.push(this.#flush());
      begin = end;
    }
    this.#buffer(bytes.subarray(begin));
    if (this.#bufferedBytes > this.#chunkBytes + MAX_ROW_BYTES) throw new RangeError("a row has no end");
    return chunks;
  }

  /** Returns the rest, and whether it ends at a row boundary. */
  finish(): { chunk: Buffer; endsRow: boolean; isInQuotes: boolean } {
    const chunk = this.#flush();
    return {
      chunk,
      endsRow: chunk.length === 0 || chunk.at(-1) === NEW_LINE,
      isInQuotes: this.#state === "quoted",
    };
  }

  #endsRow(byte: number): boolean {
    if (this.#state === "quoted") {
      if (byte === QUOTE) this.#state = "quote-in-quoted";
      return false;
    }
    if (byte === NEW_LINE) {
      this.#state = "start";
      return true;
    }
    if (byte === QUOTE && this.#state !== "plain") this.#state = "quoted";
    else if (byte === COMMA || byte === SEMICOLON || byte === TAB) this.#state = "start";
    else this.#state = "plain";
    return false;
  }

  #buffer(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
  }

  #flush(): Buffer {
    const chunk = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    return chunk;
  }
}
