const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const TAB = 0x09;
const QUOTE = 0x22;
const NEW_LINE = 0x0a;

/** A row longer than this is no row: nothing that ends has begun. */
const LONGEST_ROW_BYTES = 1_048_576;

/**
 * Cuts a CSV file into pieces that end where a row ends, while it comes in. A line break inside quotes ends no row;
 * a quote counts only where a cell begins.
 */
export class RowCutter {
  readonly #pieceBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #state: "start" | "plain" | "quoted" | "quote-in-quoted" = "start";

  constructor(pieceBytes: number) {
    this.#pieceBytes = pieceBytes;
  }

  /** Takes what came, and gives the pieces that are full by now. */
  push(bytes: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    let begin = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      if (!this.#endsRow(bytes[index] ?? 0)) continue;
      const end = index + 1;
      if (this.#heldBytes + end - begin < this.#pieceBytes) continue;
      this.#hold(bytes.subarray(begin, end));
      pieces.push(this.#release());
      begin = end;
    }
    this.#hold(bytes.subarray(begin));
    if (this.#heldBytes > this.#pieceBytes + LONGEST_ROW_BYTES) throw new RangeError("a row has no end");
    return pieces;
  }

  /** What is left, and whether it ends where a row ends. */
  finish(): { piece: Buffer; endsRow: boolean; isInQuotes: boolean } {
    const piece = this.#release();
    return {
      piece,
      endsRow: piece.length === 0 || piece.at(-1) === NEW_LINE,
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

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #release(): Buffer {
    const piece = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return piece;
  }
}
