import type { CellRow } from "@/lib/domain/exports/cell";
import { SheetNames } from "./sheet-names";
import { rowXml, SHEET_END, type SheetHead, sheetStart } from "./sheet-xml";
import { sheetPath } from "./workbook-xml";
import type { ZipStream } from "./zip-stream";

export type SheetLimits = {
  /** Of one sheet, with its header. */
  rows: number;
  bytes: number;
};

const FLUSH_LENGTH = 65_536;

/** Writes sheets one after another, and names them. */
export class SheetWriter {
  readonly names: string[] = [];
  readonly #zip: ZipStream;
  readonly #limits: SheetLimits;
  readonly #uniqueNames = new SheetNames();
  #pending = "";
  #rows = 0;
  #bytes = 0;

  constructor(zip: ZipStream, limits: SheetLimits) {
    this.#zip = zip;
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#rows >= this.#limits.rows || this.#bytes >= this.#limits.bytes;
  }

  begin(sheet: SheetHead & { name: string }, sample: readonly CellRow[]): void {
    this.names.push(this.#uniqueNames.add(sheet.name));
    this.#zip.begin(`xl/${sheetPath(this.names.length)}`);
    this.#pending = sheetStart(sheet, sample, this.names.length === 1);
    this.#rows = 1;
    this.#bytes = 0;
  }

  write(cells: CellRow): void {
    this.#rows += 1;
    this.#pending += rowXml(cells, this.#rows);
    if (this.#pending.length >= FLUSH_LENGTH) this.#flush();
  }

  end(): void {
    this.#pending += SHEET_END;
    this.#flush();
  }

  #flush(): void {
    this.#bytes += this.#zip.write(this.#pending);
    this.#pending = "";
  }
}
