import { MAX_ELEMENTS } from "./limits";
import { damaged, TableProblem } from "./table-problem";
import { type XmlHandlers, XmlReader } from "./xml-reader";
import type { ZipArchive } from "./zip-archive";

/** Parses one XML file of a workbook while it is unzipped. Whatever can't be read in it is damage. */
export function readPart(
  archive: ZipArchive,
  path: string,
  handlers: XmlHandlers,
  maxElements = MAX_ELEMENTS,
): void {
  const reader = new XmlReader(handlers, maxElements);
  try {
    archive.read(path, (chunk) => reader.write(chunk));
    reader.end();
  } catch (error) {
    // Such as a name that is longer than a text can be.
    throw error instanceof TableProblem ? error : damaged(error);
  }
}
