import { SaxesParser } from "saxes";
import { unzippedTooLarge } from "./limits";
import { damaged } from "./table-problem";

export type XmlAttributes = Readonly<Record<string, string>>;

/** Names are without their prefix. */
export type XmlHandlers = {
  open: (name: string, attributes: XmlAttributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Far more than a workbook has, and few enough to keep in memory. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 256;

/** Feeds the parser chunk by chunk. A document type is refused, so no entities can be defined. */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  #decoder: TextDecoder | null = null;
  #depth = 0;
  #elements = 0;
  #attributes = 0;

  constructor({ open, text, close }: XmlHandlers, maxElements: number) {
    const refuse = () => {
      throw damaged();
    };
    this.#parser.on("error", refuse);
    this.#parser.on("doctype", refuse);
    this.#parser.on("attribute", () => {
      this.#attributes += 1;
      if (this.#attributes > MAX_ATTRIBUTES) throw damaged();
    });
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#attributes = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw damaged();
      this.#elements += 1;
      if (this.#elements > maxElements) throw unzippedTooLarge();
      open(localName(name), attributes);
    });
    this.#parser.on("closetag", ({ name }) => {
      this.#depth -= 1;
      close?.(localName(name));
    });
    if (!text) return;
    this.#parser.on("text", text);
    this.#parser.on("cdata", text);
  }

  write(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    this.#parser.write(decode(this.#decoder, chunk));
  }

  end(): void {
    if (!this.#decoder) throw damaged();
    this.#parser.write(decode(this.#decoder)).close();
  }
}

/** An attribute by its name without prefix, such as `id` for `r:id`. */
export function findAttribute(attributes: XmlAttributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((key) => localName(key) === name);
  return key === undefined ? undefined : attributes[key];
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Parts of a workbook are in one of these. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw damaged();
  }
}
