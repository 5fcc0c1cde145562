import { Readable } from "node:stream";
import type { Random } from "./luck";
import { time } from "./virtual-time";

/** What a server responded. */
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: ArrayBuffer;
  /** The connection is reset in the middle of the body. */
  isTruncated?: boolean;
};

const PARTS = 3;
const MAX_PAUSE_MS = 40;
/** Some pauses are longer than the dashboard waits. */
const MAX_LONG_PAUSE_MS = 25_000;
const LONG_PAUSE_RATE = 0.03;

/** What `http.get` responds with. The body arrives in parts, with a drawn time between them. */
export class DownloadedFile extends Readable {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** False if the connection closed early. */
  complete = false;

  constructor(
    { status, headers = {}, body, isTruncated }: Answer,
    signal: AbortSignal | null,
    random: Random,
  ) {
    super();
    this.statusCode = status;
    this.headers = { "transfer-encoding": "chunked", ...headers };
    signal?.addEventListener("abort", () => this.destroy(signal.reason), { once: true });
    const bytes = Buffer.from(body ?? new ArrayBuffer(0));
    const size = Math.ceil(bytes.length / PARTS);
    let delayMs = 0;
    for (let part = 0; part < PARTS; part++) {
      delayMs += random() * (random() < LONG_PAUSE_RATE ? MAX_LONG_PAUSE_MS : MAX_PAUSE_MS);
      const isLast = part === PARTS - 1;
      time.schedule(delayMs, "part of a file", () => {
        if (isLast && isTruncated) return this.destroy(connectionReset());
        this.push(bytes.subarray(part * size, (part + 1) * size));
        if (isLast) this.#end();
      });
    }
  }

  override _read(): void {}

  #end(): void {
    this.complete = true;
    this.push(null);
  }
}

function connectionReset(): Error {
  return Object.assign(new Error("aborted"), { code: "ECONNRESET" });
}
