import { parse } from "csv-parse/sync";
import { convertInLibreOffice } from "./convert-in-libreoffice";

/** Commas, double quotes, UTF-8, from the first line; only text in quotes; numbers with all their digits. */
const CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false";

export type OpenedCell = { text: string; isText: boolean };

/** Lets LibreOffice open a workbook, and returns the first sheet as it understood it. */
export async function openInLibreOffice(file: Uint8Array): Promise<OpenedCell[][]> {
  return parse(await convertInLibreOffice(file, CSV_FILTER), {
    relax_column_count: true,
    cast: (text, { quoting }) => ({ text, isText: quoting }),
  }) as unknown as OpenedCell[][];
}
