import { type XmlHandlers, XmlReader } from "./xml-reader";
import type { ZipArchive } from "./zip-archive";

/** Parses one XML file of a workbook while it is unzipped. */
export function readPart(archive: ZipArchive, path: string, handlers: XmlHandlers): void {
  const reader = new XmlReader(handlers);
  archive.read(path, (chunk) => reader.write(chunk));
  reader.end();
}
