import type { CsvDialect } from "@/lib/csv/dialect";
import { CsvScanner, NOTHING, ROW } from "@/lib/csv/scanner";
import { cardFieldMask, maskCardSecrets } from "@/lib/domain/cards/card-secrets";

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;

/** Non-ASCII bytes count as digits, because some scripts have their own. */
const MIN_CARD_NUMBER_DIGITS = 13;
const MIN_SECURITY_CODE_DIGITS = 3;

const OTHER = 0;
const DIGIT = 1;
const SEPARATOR = 2;
const MARKER = 3;
const NON_ASCII = 4;

/** MARKER: every name of a security code contains a V or an S, and hexadecimal IDs never do. */
const BYTE_KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 0x7f) return NON_ASCII;
  const character = String.fromCharCode(byte);
  if (/\d/.test(character)) return DIGIT;
  if (/[vs]/i.test(character)) return MARKER;
  return /[a-z"]/i.test(character) ? OTHER : SEPARATOR;
});

/** Masks card numbers and security codes in chunks of a CSV file. All other bytes stay unchanged. */
export class CellMask {
  readonly #scanner: CsvScanner;
  readonly #columns: readonly (((text: string) => string) | null)[];
  #maskedValues = 0;

  constructor(dialect: CsvDialect, columns: readonly string[]) {
    this.#scanner = new CsvScanner(dialect);
    this.#columns = columns.map(cardFieldMask);
  }

  get maskedValues(): number {
    return this.#maskedValues;
  }

  /** Expects whole rows; the first chunk starts with the column names. */
  mask(chunk: Buffer, isFirst: boolean): Buffer {
    const parts: Buffer[] = [];
    let [copiedTo, start, column] = [0, 0, 0];
    let isHeader = isFirst;
    let [digits, run, nonAscii, hasMarker] = [0, 0, 0, false];
    for (let index = 0; index <= chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      // The last row may have no end.
      const ends = index < chunk.length ? this.#scanner.next(byte) : ROW;
      if (ends === NOTHING) {
        const kind = BYTE_KINDS[byte];
        if (kind === DIGIT) {
          digits += 1;
          run += 1;
        } else if (kind === NON_ASCII) nonAscii += 1;
        else if (kind !== SEPARATOR) {
          hasMarker ||= kind === MARKER;
          if (run < MIN_CARD_NUMBER_DIGITS) run = 0;
        }
        continue;
      }
      const columnMask = isHeader ? null : this.#columns[column];
      const mayHoldSecret =
        run >= MIN_CARD_NUMBER_DIGITS ||
        (nonAscii > 0 && digits + nonAscii >= MIN_CARD_NUMBER_DIGITS) ||
        (hasMarker && digits + nonAscii >= MIN_SECURITY_CODE_DIGITS);
      if (columnMask || mayHoldSecret) {
        const end = index > start && chunk[index - 1] === CARRIAGE_RETURN ? index - 1 : index;
        const masked = maskCell(chunk.subarray(start, end), columnMask ?? maskCardSecrets);
        if (masked) {
          this.#maskedValues += 1;
          parts.push(chunk.subarray(copiedTo, start), masked);
          copiedTo = end;
        }
      }
      column = ends === ROW ? 0 : column + 1;
      isHeader &&= ends !== ROW;
      start = index + 1;
      digits = run = nonAscii = 0;
      hasMarker = false;
    }
    return copiedTo === 0 ? chunk : Buffer.concat([...parts, chunk.subarray(copiedTo)]);
  }
}

/** Null if there is nothing to mask. */
function maskCell(cell: Buffer, mask: (text: string) => string): Buffer | null {
  const isQuoted = cell.length >= 2 && cell[0] === QUOTE && cell.at(-1) === QUOTE;
  const text = isQuoted ? cell.subarray(1, -1).toString("utf8").replaceAll('""', '"') : cell.toString("utf8");
  const masked = mask(text);
  if (masked === text) return null;
  return Buffer.from(isQuoted ? `"${masked.replaceAll('"', '""')}"` : masked);
}
