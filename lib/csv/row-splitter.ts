import { DIALECT_BYTES, detectDialect } from "./detect-dialect";
import { CsvScanner, ROW } from "./scanner";

/** A longer row means that the file is not a valid CSV file. */
const MAX_ROW_BYTES = 1_048_576;

/** Splits a CSV file into chunks at row boundaries while it downloads, with one chunk in memory. */
export class RowSplitter {
  readonly #chunkBytes: number;
  #scanner: CsvScanner | null = null;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #endsRow = true;

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  /** Returns the chunks that are complete. */
  push(bytes: Buffer): Buffer[] {
    if (this.#scanner) return this.#split(bytes, this.#scanner);
    this.#buffer(bytes);
    return this.#bufferedBytes <= DIALECT_BYTES ? [] : this.#start();
  }

  /** Returns the rest, and whether it ends at a row boundary. */
  finish(): { chunks: Buffer[]; endsRow: boolean; isInQuotes: boolean } {
    const chunks = this.#scanner ? [] : this.#start();
    return {
      chunks: this.#bufferedBytes === 0 ? chunks : [...chunks, this.#flush()],
      endsRow: this.#endsRow,
      isInQuotes: this.#scanner?.isInQuotes ?? false,
    };
  }

  #start(): Buffer[] {
    const bytes = this.#flush();
    this.#scanner = new CsvScanner(detectDialect(bytes));
    return this.#split(bytes, this.#scanner);
  }

  #split(bytes: Buffer, scanner: CsvScanner): Buffer[] {
    const chunks: Buffer[] = [];
    let begin = 0;
    let rowEnd = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      if (scanner.next(bytes[index] ?? 0) !== ROW) continue;
      const end = index + 1;
      rowEnd = end;
      if (this.#bufferedBytes + end - begin < this.#chunkBytes) continue;
      this.#buffer(bytes.subarray(begin, end));
      chunks.push(this.#flush());
      begin = end;
    }
    this.#buffer(bytes.subarray(begin));
    if (bytes.length > 0) this.#endsRow = rowEnd === bytes.length;
    if (this.#bufferedBytes > this.#chunkBytes + MAX_ROW_BYTES) throw new RangeError("a row has no end");
    return chunks;
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
