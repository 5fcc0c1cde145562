import type { Cell } from "@/lib/domain/exports/cell";
import { decimalStyle, MAX_DECIMALS, STYLE } from "./styles";
import { escapeText } from "./xml-text";

/** Excel refuses to open a file with a longer text. */
const MAX_TEXT_LENGTH = 32_767;

/** Empty for an empty cell. `reference` is its position, such as `B7`. */
export function cellXml(cell: Cell, reference: string): string {
  if (cell === null || cell === undefined || cell === "") return "";
  if (typeof cell === "string") return textXml(cell, reference);
  if (typeof cell === "number") return numberXml(String(cell), reference, STYLE.whole);
  if (cell.text === "") return "";
  switch (cell.is) {
    case "text":
      return textXml(cell.text, reference);
    case "decimal":
      return decimalXml(cell.text, reference);
    case "date":
      return dateXml(cell.text, reference);
  }
}

/** Inline text is never read as a formula, whatever it starts with. */
export function textXml(text: string, reference: string, style: number = STYLE.text): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${escapeText(shorten(text))}</t></is></c>`;
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function numberXml(number: string, reference: string, style: number): string {
  return `<c r="${reference}" s="${style}"><v>${number}</v></c>`;
}

const DECIMAL = /^[+-]?(0|[1-9]\d{0,29})(?:\.(\d{1,15}))?$/;
/** Spreadsheets round longer numbers. */
const MAX_DIGITS = 15;

/** The digits are written as they are. A number that a spreadsheet would round stays text. */
function decimalXml(text: string, reference: string): string {
  const [, whole, fraction = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || countDigits(whole + fraction) > MAX_DIGITS) return textXml(text, reference);
  const decimals = Math.min(fraction.length, MAX_DECIMALS);
  return numberXml(text.replace("+", ""), reference, decimalStyle(decimals));
}

function countDigits(digits: string): number {
  return digits.replace(/^0+/, "").replace(/0+$/, "").length;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}(\.\d{3})?))?$/;
const DAY_MS = 86_400_000;
/** 1970-01-01 in Excel's count of days. */
const EPOCH_DAY = 25_569;
/** 1900-03-01: Excel counts a 29 February before it that never was. */
const FIRST_RELIABLE_DAY = 61;

function dateXml(text: string, reference: string): string {
  const [, date = "", time = "00:00:00", fraction] = DATE.exec(text) ?? [];
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  const timeMs = Date.parse(`1970-01-01T${time}Z`);
  const day = dayMs / DAY_MS + EPOCH_DAY;
  if (Number.isNaN(timeMs) || !(day >= FIRST_RELIABLE_DAY)) return textXml(text, reference);
  if (text === date) return numberXml(String(day), reference, STYLE.date);
  const share = (timeMs / DAY_MS).toFixed(10).slice(1);
  return numberXml(`${day}${share}`, reference, fraction === undefined ? STYLE.time : STYLE.preciseTime);
}
