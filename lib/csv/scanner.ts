import type { CsvDialect } from "./dialect";

/** What a byte ends. */
export const NOTHING = 0;
export const CELL = 1;
export const ROW = 2;
export type Ends = typeof NOTHING | typeof CELL | typeof ROW;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const QUOTE = 0x22;

/** Counts up to the start of the first cell. */
const FILE_START = -BYTE_ORDER_MARK.length;
const CELL_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const QUOTE_IN_QUOTED = 3;

/**
 * The only code that knows where the cells and rows of a CSV file end. It reads bytes, so that chunks may end anywhere
 * and invalid UTF-8 stays as it is. It agrees with csv-parse (`parseRows`): a quote counts only at the start of a cell,
 * two quotes inside a quoted cell are one, and a cell that continues after its closing quote is unquoted.
 */
export class CsvScanner {
  readonly #delimiter: number;
  readonly #rowEnd: number;
  #state: number;

  /** `isDecoded` if `next` gets the characters of a text, which has no byte order mark, instead of bytes. */
  constructor({ delimiter, rowEnd }: CsvDialect, isDecoded = false) {
    this.#state = isDecoded ? CELL_START : FILE_START;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#rowEnd = rowEnd.charCodeAt(0);
  }

  /** The file must not end here. */
  get isInQuotes(): boolean {
    return this.#state === QUOTED;
  }

  /** Whether a quote here would be part of the cell's text. */
  get isUnquoted(): boolean {
    return this.#state === UNQUOTED;
  }

  /** Whether the last byte may have closed a quoted cell. */
  get isAfterQuote(): boolean {
    return this.#state === QUOTE_IN_QUOTED;
  }

  /** Reads the next byte or UTF-16 unit of the file. A `\r` before the end of a row belongs to that end. */
  next(byte: number): Ends {
    const state = this.#state;
    if (state === QUOTED) {
      if (byte === QUOTE) this.#state = QUOTE_IN_QUOTED;
      return NOTHING;
    }
    if (state < CELL_START) return this.#readMark(byte);
    if (byte === this.#rowEnd || byte === this.#delimiter) {
      this.#state = CELL_START;
      return byte === this.#rowEnd ? ROW : CELL;
    }
    if (state !== UNQUOTED) this.#state = byte === QUOTE ? QUOTED : UNQUOTED;
    return NOTHING;
  }

  /** A quote after the byte order mark is at the start of a cell. */
  #readMark(byte: number): Ends {
    const read = this.#state - FILE_START;
    if (byte === BYTE_ORDER_MARK[read]) {
      this.#state += 1;
      return NOTHING;
    }
    this.#state = read === 0 ? CELL_START : UNQUOTED;
    return this.next(byte);
  }
}
