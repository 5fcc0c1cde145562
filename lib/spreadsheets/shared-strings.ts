import { MAX_CELL_ELEMENTS, unzippedTooLarge } from "./limits";
import { readPart } from "./read-part";
import { RAW_TEXT_LENGTH, unescapeText } from "./unescape-text";
import type { XmlHandlers } from "./xml-reader";
import type { ZipArchive } from "./zip-archive";

const MAX_STRINGS = 3_000_000;

/** Texts that cells refer to by number. One that is too long for a cell is cut, but still too long. */
export function readSharedStrings(archive: ZipArchive, path: string | undefined): string[] {
  const strings: string[] = [];
  if (path === undefined) return strings;
  let [text, isText, phonetic] = ["", false, 0];
  const handlers: XmlHandlers = {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") phonetic += 1;
      else if (name === "t") isText = phonetic === 0;
    },
    text(part) {
      if (isText && text.length <= RAW_TEXT_LENGTH) text += part.slice(0, RAW_TEXT_LENGTH + 1);
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") phonetic -= 1;
      else if (name === "si") {
        if (strings.length === MAX_STRINGS) throw unzippedTooLarge();
        strings.push(unescapeText(text));
      }
    },
  };
  readPart(archive, path, handlers, MAX_CELL_ELEMENTS);
  return strings;
}
