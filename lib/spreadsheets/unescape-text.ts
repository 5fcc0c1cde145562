import { MAX_CELL_CHARACTERS } from "./limits";

/** If every character is escaped. */
export const RAW_TEXT_LENGTH = MAX_CELL_CHARACTERS * "_x0000_".length;

/** Spreadsheets write what XML can't contain as `_x0001_`. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
