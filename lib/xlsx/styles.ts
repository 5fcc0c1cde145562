/** The most decimals that a number in a file can have; Excel shows at most 15 digits. */
export const MAX_DECIMALS = 15;

const HEADER_FONT = '<font><b/><sz val="11"/><name val="Calibri"/></font>';
const FONTS = `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>${HEADER_FONT}</fonts>`;
const FILLS =
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>';
const BORDERS = '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>';

const FIRST_CUSTOM_FORMAT = 164;
const CUSTOM_FORMATS = [
  "yyyy\\-mm\\-dd",
  "yyyy\\-mm\\-dd\\ hh:mm:ss",
  "yyyy\\-mm\\-dd\\ hh:mm:ss.000",
  ...Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) =>
    decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`,
  ),
];

/** Formats that every spreadsheet has. `TEXT` also keeps what a person edits text. */
const GENERAL = 0;
const WHOLE = 1;
const TEXT = 49;

/** The positions of the cell formats below. */
export const STYLE = { header: 1, text: 2, whole: 3, date: 4, time: 5, preciseTime: 6 } as const;

export function decimalStyle(decimals: number): number {
  return STYLE.preciseTime + 1 + decimals;
}

const CELL_FORMATS = [
  cellFormat(GENERAL, 0),
  cellFormat(TEXT, 1),
  cellFormat(TEXT, 0),
  cellFormat(WHOLE, 0),
  ...CUSTOM_FORMATS.map((_, index) => cellFormat(FIRST_CUSTOM_FORMAT + index, 0)),
];

function cellFormat(numberFormat: number, font: number): string {
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
}

const NUMBER_FORMATS = CUSTOM_FORMATS.map(
  (code, index) => `<numFmt numFmtId="${FIRST_CUSTOM_FORMAT + index}" formatCode="${code}"/>`,
);

export const STYLES_XML = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="${NUMBER_FORMATS.length}">${NUMBER_FORMATS.join("")}</numFmts>`,
  FONTS,
  FILLS,
  BORDERS,
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join("")}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  "</styleSheet>",
].join("");
