import { cardFieldMask, maskCardSecrets } from "@/lib/domain/card-secrets";

const QUOTE = 0x22;
const NEW_LINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Of a card number, in digits or in bytes of other characters: some scripts have digits of their own. */
const FEWEST_IN_NUMBER = 13;
const FEWEST_IN_CODE = 3;

const OTHER = 0;
const DIGIT = 1;
const SEPARATOR = 2;
const MARKER = 3;
const FOREIGN = 4;

/** What a byte may be part of. The words for a security code all hold a V or an S; ids of hexadecimal digits do not. */
const KIND_OF_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 0x7f) return FOREIGN;
  const character = String.fromCharCode(byte);
  if (/\d/.test(character)) return DIGIT;
  if (/[vs]/i.test(character)) return MARKER;
  return /[a-z"]/i.test(character) ? OTHER : SEPARATOR;
});

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

  /** Takes whole rows; the first piece begins with the names of the columns. A quote counts only where a cell begins. */
  mask(piece: Buffer, isFirst: boolean): Buffer {
    const parts: Buffer[] = [];
    let [kept, start, column] = [0, 0, 0];
    let [isHeader, isQuoted] = [isFirst, piece[0] === QUOTE];
    let [digits, run, foreign, hasMarker] = [0, 0, 0, false];
    for (let index = 0; index <= piece.length; index += 1) {
      const byte = piece[index] ?? NEW_LINE;
      if (index < piece.length && (isQuoted || (byte !== this.#delimiter && byte !== NEW_LINE))) {
        const kind = KIND_OF_BYTE[byte];
        if (kind === DIGIT) {
          digits += 1;
          run += 1;
        } else if (kind === FOREIGN) foreign += 1;
        else if (kind !== SEPARATOR) {
          hasMarker ||= kind === MARKER;
          if (run < FEWEST_IN_NUMBER) run = 0;
          // Two quotes in a row stand for one: the first closes, the second opens again.
          if (byte === QUOTE && index > start && piece[start] === QUOTE) isQuoted = !isQuoted;
        }
        continue;
      }
      const byName = isHeader ? null : this.#columns[column];
      const isSuspect =
        run >= FEWEST_IN_NUMBER ||
        (foreign > 0 && digits + foreign >= FEWEST_IN_NUMBER) ||
        (hasMarker && digits + foreign >= FEWEST_IN_CODE);
      if (byName || isSuspect) {
        const end = index > start && piece[index - 1] === CARRIAGE_RETURN ? index - 1 : index;
        const masked = maskCell(piece.subarray(start, end), byName ?? maskCardSecrets);
        if (masked) {
          this.#maskedValues += 1;
          parts.push(piece.subarray(kept, start), masked);
          kept = end;
        }
      }
      column = byte === NEW_LINE ? 0 : column + 1;
      isHeader &&= byte !== NEW_LINE;
      start = index + 1;
      isQuoted = piece[start] === QUOTE;
      digits = run = foreign = 0;
      hasMarker = false;
    }
    return kept === 0 ? piece : Buffer.concat([...parts, piece.subarray(kept)]);
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
