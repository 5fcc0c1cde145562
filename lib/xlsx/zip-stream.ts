import { Zip, ZipDeflate } from "fflate";

/** Without ZIP64, which fflate doesn't write, positions have 32 bits. */
const MAX_BYTES = 0xffff_ffff;
const NOTHING = new Uint8Array();
const FIRST_MOMENT = new Date(Date.UTC(1980, 0, 1));

const encoder = new TextEncoder();

/** Writes a ZIP file entry by entry. Its output must be taken from it again and again, so that memory stays flat. */
export class ZipStream {
  readonly #zip: Zip;
  #entry: ZipDeflate | null = null;
  #ready: Uint8Array[] = [];
  #bytes = 0;

  constructor() {
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#bytes += bytes.length;
      if (this.#bytes > MAX_BYTES) throw new Error("The file is larger than a ZIP file can be");
      if (bytes.length > 0) this.#ready.push(bytes);
    });
  }

  /** Ends the previous entry. Without a time, the same content gives the same bytes. */
  begin(name: string, modifiedAt = FIRST_MOMENT): void {
    this.#endEntry();
    this.#entry = new ZipDeflate(name);
    this.#entry.mtime = inUtc(modifiedAt);
    this.#zip.add(this.#entry);
  }

  add(name: string, content: string): void {
    this.begin(name);
    this.write(content);
  }

  /** Returns the size before compression. */
  write(content: string | Uint8Array): number {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    this.#entry?.push(bytes);
    return bytes.length;
  }

  end(): void {
    this.#endEntry();
    this.#zip.end();
  }

  get hasOutput(): boolean {
    return this.#ready.length > 0;
  }

  /** The output since the last call. */
  take(): Uint8Array[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #endEntry(): void {
    this.#entry?.push(NOTHING, true);
    this.#entry = null;
  }
}

/** fflate stores local time, so that the bytes would depend on the server's time zone. */
function inUtc(instant: Date): Date {
  return new Date(
    instant.getUTCFullYear(),
    instant.getUTCMonth(),
    instant.getUTCDate(),
    instant.getUTCHours(),
    instant.getUTCMinutes(),
    instant.getUTCSeconds(),
  );
}
