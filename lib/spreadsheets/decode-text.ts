import { TableProblem } from "./table-problem";

export type DecodedText = { text: string; encoding: string };

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], label: "utf-8", encoding: "UTF-8" },
  { bytes: [0xff, 0xfe], label: "utf-16le", encoding: "UTF-16" },
  { bytes: [0xfe, 0xff], label: "utf-16be", encoding: "UTF-16" },
] as const;

/** Finds the encoding of a text file. The byte order mark is left out. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) {
    const text = tryDecode(bytes, mark.label);
    if (text === null)
      throw new TableProblem(`The file isn’t valid ${mark.encoding}. Save it again as XLSX or CSV.`);
    return { text, encoding: mark.encoding };
  }
  const wide = decodeUtf16(bytes);
  if (wide !== null) return { text: wide, encoding: "UTF-16" };
  const text = tryDecode(bytes, "utf-8");
  if (text !== null) return { text, encoding: "UTF-8" };
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
}

const SAMPLE_BYTES = 65_536;

/**
 * Without a mark, UTF-16 shows by the zero bytes on one side of its pairs. There are many in Latin text; in any other
 * there are some, of separators and line breaks. A UTF-8 file may have a zero byte by mistake.
 */
function decodeUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let first = 0;
  let second = 0;
  for (let index = 0; index < sample.length; index += 2) {
    if (sample[index] === 0) first += 1;
    if (sample[index + 1] === 0) second += 1;
  }
  const share = Math.max(first, second) / (sample.length / 2);
  if (share < 1 / 8 || Math.min(first, second) * 2 > Math.max(first, second)) return null;
  const text = tryDecode(bytes, second > first ? "utf-16le" : "utf-16be");
  return text !== null && (share >= 1 / 2 || /[\r\n]/.test(text)) ? text : null;
}

function tryDecode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
