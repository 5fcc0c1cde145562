import { TableProblem } from "./table-problem";

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
const IMAGE = "This is an image. Save the spreadsheet itself as XLSX or CSV.";
const OLD_EXCEL = "This is an old Excel file (.xls). Save it as XLSX or CSV.";
const PASSWORD = "The workbook is protected by a password. Save it without one, as XLSX or CSV.";

/** Any byte. */
const ANY = -1;

/** By their first bytes. */
const OTHER_FILES: { start: readonly number[]; problem: string }[] = [
  {
    start: bytesOf("%PDF-"),
    problem: "This is a PDF. Open the original spreadsheet and save it as XLSX or CSV.",
  },
  { start: [0x89, ...bytesOf("PNG")], problem: IMAGE },
  { start: [0xff, 0xd8, 0xff], problem: IMAGE },
  { start: bytesOf("GIF8"), problem: IMAGE },
  { start: [...bytesOf("II"), 0x2a, 0x00], problem: IMAGE },
  { start: [...bytesOf("MM"), 0x00, 0x2a], problem: IMAGE },
  { start: [...bytesOf("RIFF"), ANY, ANY, ANY, ANY, ...bytesOf("WEBP")], problem: IMAGE },
  { start: [0x00, 0x00, 0x00, ANY, ...bytesOf("ftyp")], problem: IMAGE },
  { start: [0x1f, 0x8b], problem: "This file is compressed. Unzip it, then choose the XLSX or CSV inside." },
  { start: bytesOf("{\\rtf"), problem: "This is a text document. Save the table as XLSX or CSV." },
  // Excel 2 to 4 had no container.
  { start: [0x09, 0x00, 0x04, 0x00], problem: OLD_EXCEL },
  { start: [0x09, 0x02, 0x06, 0x00], problem: OLD_EXCEL },
  { start: [0x09, 0x04, 0x06, 0x00], problem: OLD_EXCEL },
];

/** By content, because names are often wrong. */
export function fileKind(bytes: Uint8Array): "zip" | "text" {
  if (bytes.length === 0) throw new TableProblem("The file is empty. Choose a file with a header and rows.");
  if (ZIP_STARTS.some((start) => hasAt(bytes, start))) return "zip";
  if (hasAt(bytes, OLE)) throw new TableProblem(isEncrypted(bytes) ? PASSWORD : OLD_EXCEL);
  const other = OTHER_FILES.find(({ start }) => hasAt(bytes, start));
  if (other) throw new TableProblem(other.problem);
  return "text";
}

/** An encrypted workbook is in the container of old files, in a stream with this name. */
function isEncrypted(bytes: Uint8Array): boolean {
  const name = [...bytesOf("EncryptedPackage")].flatMap((byte) => [byte, 0]);
  const [first = 0] = name;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (hasAt(bytes, name, at)) return true;
  return false;
}

const MARKUP = /^<(!doctype html|html|head|body|table|meta|style)\b/i;
const XML = /^<(\?xml|!doctype|svg)\b/i;
const START_CHARACTERS = 1_000;
/** Text has none; a few may be in a cell, which is then named. */
const MANY_CONTROLS = 32;

/** Text that is no table. */
export function findTextProblem(text: string): string | null {
  const start = text.slice(0, START_CHARACTERS).trimStart();
  if (MARKUP.test(start))
    return "This is a web page (HTML). Open it in a spreadsheet app and save it as XLSX or CSV.";
  if (XML.test(start)) return "This is an XML file. Open it in a spreadsheet app and save it as XLSX or CSV.";
  const controls = start.match(/[^\P{Cc}\t\n\r]/gu)?.length ?? 0;
  return controls >= MANY_CONTROLS
    ? "This isn’t a spreadsheet. Choose a spreadsheet that is saved as XLSX or CSV."
    : null;
}

function hasAt(bytes: Uint8Array, expected: readonly number[], at = 0): boolean {
  return expected.every((byte, index) => byte === ANY || bytes[at + index] === byte);
}

function bytesOf(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}
