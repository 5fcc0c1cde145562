import { MAX_STYLES } from "./limits";
import { readPart } from "./read-part";
import { damaged } from "./table-problem";
import type { ZipArchive } from "./zip-archive";

/**
 * How a number is meant: as it is, with leading zeros, as a day, as a moment (a day or only a time), or as a duration.
 */
export type NumberFormat =
  | { is: "number" }
  | { is: "digits"; count: number }
  | { is: "day" }
  | { is: "moment" }
  | { is: "duration" };

const NUMBER: NumberFormat = { is: "number" };

/** Formats that have no code in the file. 27 to 36 and 50 to 58 are days in East Asian versions. */
const BUILT_IN: readonly { from: number; to: number; format: NumberFormat }[] = [
  { from: 14, to: 17, format: { is: "day" } },
  { from: 18, to: 22, format: { is: "moment" } },
  { from: 27, to: 36, format: { is: "day" } },
  { from: 45, to: 45, format: { is: "moment" } },
  { from: 46, to: 46, format: { is: "duration" } },
  { from: 47, to: 47, format: { is: "moment" } },
  { from: 50, to: 58, format: { is: "day" } },
];

/** The number format of each cell style, by its position. */
export function readNumberFormats(archive: ZipArchive, path: string | undefined): NumberFormat[] {
  const styles: NumberFormat[] = [];
  if (path === undefined) return styles;
  const custom = new Map<number, NumberFormat>();
  let isCellStyle = false;
  readPart(archive, path, {
    open(name, { numFmtId, formatCode = "" }) {
      const id = Number(numFmtId);
      if (name === "numFmt") {
        custom.set(id, numberFormatOf(formatCode));
        if (custom.size > MAX_STYLES) throw damaged();
      } else if (name === "cellXfs") isCellStyle = true;
      else if (name === "xf" && isCellStyle) {
        if (styles.length === MAX_STYLES) throw damaged();
        styles.push(custom.get(id) ?? builtIn(id));
      }
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}

function builtIn(id: number): NumberFormat {
  return BUILT_IN.find(({ from, to }) => id >= from && id <= to)?.format ?? NUMBER;
}

/** Excel's own limit. */
const MAX_CODE_LENGTH = 255;
const LITERALS = /"[^"]*"|\\.|_.|\*./gs;
const ELAPSED = /\[(h+|m+|s+)\]/i;
/** Colors, conditions, currencies, and locales. */
const BRACKETS = /\[[^\]]*\]/g;

/** Only the part for positive numbers counts. */
export function numberFormatOf(code: string): NumberFormat {
  const bare = code.slice(0, MAX_CODE_LENGTH).replace(LITERALS, "");
  const [first = ""] = bare.split(";");
  if (ELAPSED.test(first)) return { is: "duration" };
  const format = first.replace(BRACKETS, "").trim();
  if (/^general$/i.test(format) || /[#?@]/.test(format)) return NUMBER;
  if (/[hs]/i.test(format)) return { is: "moment" };
  if (/^0{2,}$/.test(format)) return { is: "digits", count: format.length };
  return /[ymd]/i.test(format) && !format.includes("0") ? { is: "day" } : NUMBER;
}
