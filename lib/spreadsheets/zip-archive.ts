import { Inflate } from "fflate";
import { Crc32 } from "./crc32";
import { MAX_UNZIPPED_BYTES, unzippedTooLarge } from "./limits";
import { damaged, TableProblem } from "./table-problem";
import { readZipDirectory, type ZipEntry } from "./zip-directory";

/** Small, because each byte can become a thousand. */
const CHUNK_BYTES = 8_192;
const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_BYTES = 30;

const STORED = 0;
const DEFLATED = 8;

/** Unzips single parts as streams. All parts together have one limit. */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #budget: number;

  constructor(bytes: Uint8Array, maxUnzippedBytes = MAX_UNZIPPED_BYTES) {
    this.#budget = maxUnzippedBytes;
    this.#bytes = bytes;
    this.#entries = readZipDirectory(bytes);
  }

  /** Paths are not case-sensitive. */
  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase());
  }

  /** The sizes that the file claims are not trusted: reading stops at the first byte beyond. */
  read(path: string, onChunk: (chunk: Uint8Array) => void): void {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) throw damaged();
    if (entry.isEncrypted)
      throw new TableProblem("The workbook is protected by a password. Save it without one, as XLSX or CSV.");
    if (entry.size > this.#budget) throw unzippedTooLarge();
    const crc = new Crc32();
    let size = 0;
    for (const chunk of this.#chunks(entry)) {
      size += chunk.length;
      if (size > entry.size) throw damaged();
      this.#budget -= chunk.length;
      crc.add(chunk);
      onChunk(chunk);
    }
    if (size !== entry.size || crc.value !== entry.crc) throw damaged();
  }

  *#chunks(entry: ZipEntry): Generator<Uint8Array> {
    const data = this.#dataOf(entry);
    if (entry.method === STORED) {
      yield data;
      return;
    }
    if (entry.method !== DEFLATED) throw damaged();
    let output: Uint8Array = new Uint8Array();
    const inflate = new Inflate((chunk) => {
      output = chunk;
    });
    for (let begin = 0; begin === 0 || begin < data.length; begin += CHUNK_BYTES) {
      const end = begin + CHUNK_BYTES;
      try {
        inflate.push(data.subarray(begin, end), end >= data.length);
      } catch {
        throw damaged();
      }
      yield output;
    }
  }

  #dataOf({ offset, compressedSize }: ZipEntry): Uint8Array {
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    if (offset + LOCAL_HEADER_BYTES > view.byteLength) throw damaged();
    if (view.getUint32(offset, true) !== LOCAL_HEADER) throw damaged();
    const begin =
      offset + LOCAL_HEADER_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (begin + compressedSize > view.byteLength) throw damaged();
    return this.#bytes.subarray(begin, begin + compressedSize);
  }
}
