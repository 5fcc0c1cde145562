import type { CellRow } from "@/lib/domain/exports/cell";
import { type SheetLimits, SheetWriter } from "./sheet-writer";
import { STYLES_XML } from "./styles";
import {
  contentTypesXml,
  PACKAGE_RELATIONSHIPS_XML,
  workbookRelationshipsXml,
  workbookXml,
} from "./workbook-xml";
import { ZipStream } from "./zip-stream";

export type Sheet = {
  name: string;
  columns: readonly string[];
  /** The widths of the columns come from the first batch. */
  batches: AsyncIterable<readonly CellRow[]> | Iterable<readonly CellRow[]>;
  /** Empty cells are text as well, so that what a person types stays as typed. */
  isToFillIn?: boolean;
};

/** Excel's limit of rows, and half of what an entry of a ZIP file can hold. */
const LIMITS: SheetLimits = { rows: 1_048_576, bytes: 2 ** 31 };

/**
 * Streams a workbook with one batch in memory at a time. A sheet that is full continues on another one. The same sheets
 * give the same bytes.
 */
export async function* writeXlsx(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  limits: SheetLimits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  zip.add("_rels/.rels", PACKAGE_RELATIONSHIPS_XML);
  zip.add("xl/styles.xml", STYLES_XML);
  const writer = new SheetWriter(zip, limits);
  for await (const sheet of sheets) {
    let isBegun = false;
    for await (const rows of sheet.batches) {
      if (!isBegun) writer.begin(sheet, rows);
      isBegun = true;
      for (const row of rows) {
        if (writer.isFull) {
          writer.end();
          writer.begin(sheet, rows);
        }
        writer.write(row);
        if (zip.hasOutput) yield* zip.take();
      }
    }
    if (!isBegun) writer.begin(sheet, []);
    writer.end();
  }
  zip.add("xl/workbook.xml", workbookXml(writer.names));
  zip.add("xl/_rels/workbook.xml.rels", workbookRelationshipsXml(writer.names.length));
  zip.add("[Content_Types].xml", contentTypesXml(writer.names.length));
  zip.end();
  yield* zip.take();
}
