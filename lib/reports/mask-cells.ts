import { cardFieldMask, maskCardSecrets } from "@/lib/domain/card-secrets";

const QUOTE = 0x22;
const NEW_LINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FIRST_DIGIT = 0x30;
const LAST_DIGIT = 0x39;
/** A security code has three digits, a card number more. */
const FEWEST_DIGITS = 3;

type Cell = { start: number; end: number; column: number; row: number; isSuspect: boolean };

/** Masks card numbers and security codes in pieces of a CSV file. Every other byte stays as it is. */
export class CellMask {
  readonly #delimiter: number;
  readonly #columns: readonly (((text: string) => string) | null)[];
  #maskedValues = 0;

  constructor(delimiter: string, columns: readonly string[]) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#columns = columns.map(cardFieldMask);
  }

  get maskedValues(): number {
    return this.#maskedValues;
  }

  /** Takes whole rows; the first piece begins with the names of the columns. */
  mask(piece: Buffer, isFirst: boolean): Buffer {
    const parts: Buffer[] = [];
    let position = 0;
    for (const { start, end, column, row, isSuspect } of cellsOf(piece, this.#delimiter)) {
      const isName = isFirst && row === 0;
      const byName = isName ? null : (this.#columns[column] ?? null);
      if (!byName && !isSuspect) continue;
      const masked = maskCell(piece.subarray(start, end), byName ?? maskCardSecrets);
      if (!masked) continue;
      this.#maskedValues += 1;
      parts.push(piece.subarray(position, start), masked);
      position = end;
    }
    return position === 0 ? piece : Buffer.concat([...parts, piece.subarray(position)]);
  }
}

/** Null where nothing is to be masked. */
function maskCell(cell: Buffer, mask: (text: string) => string): Buffer | null {
  const isQuoted = cell.length >= 2 && cell[0] === QUOTE && cell.at(-1) === QUOTE;
  const text = isQuoted ? cell.subarray(1, -1).toString("utf8").replaceAll('""', '"') : cell.toString("utf8");
  const masked = mask(text);
  if (masked === text) return null;
  return Buffer.from(isQuoted ? `"${masked.replaceAll('"', '""')}"` : masked);
}

/** Where each cell stands, its quotes included. A quote counts only where a cell begins. */
function* cellsOf(piece: Buffer, delimiter: number): Generator<Cell> {
  let [start, column, row, digits] = [0, 0, 0, 0];
  let [isQuoted, hasOtherBytes] = [piece[0] === QUOTE, false];
  for (let index = 0; index <= piece.length; index += 1) {
    const byte = piece[index];
    const isEnd = byte === undefined || (!isQuoted && (byte === delimiter || byte === NEW_LINE));
    if (!isEnd) {
      if (byte >= FIRST_DIGIT && byte <= LAST_DIGIT) digits += 1;
      else if (byte > 0x7f) hasOtherBytes = true;
      // Two quotes in a row stand for one: the first closes, the second opens again.
      else if (byte === QUOTE && index > start && piece[start] === QUOTE) isQuoted = !isQuoted;
      continue;
    }
    const end =
      byte === NEW_LINE && index > start && piece[index - 1] === CARRIAGE_RETURN ? index - 1 : index;
    yield { start, end, column, row, isSuspect: hasOtherBytes || digits >= FEWEST_DIGITS };
    [column, row] = byte === NEW_LINE ? [0, row + 1] : [column + 1, row];
    [start, digits, hasOtherBytes, isQuoted] = [index + 1, 0, false, piece[index + 1] === QUOTE];
  }
}
