import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** What `pg` needs of a socket, over a port of the embedded engine. */
export class PgliteConnection extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on("message", (bytes: Uint8Array) => this.push(bytes));
    port.on("close", () => this.destroy(new Error("The embedded database has stopped")));
  }

  connect(): void {
    process.nextTick(() => this.emit("connect"));
  }

  setNoDelay(): void {}

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  override _read(): void {}

  /** `pg` corks the stream while it writes the messages of one query, so they arrive here together. */
  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    const bytes = new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    this.#port.postMessage(bytes, [bytes.buffer]);
    callback();
  }

  override _final(callback: () => void): void {
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#port.removeAllListeners("close");
    this.#port.close();
    callback(error);
  }
}
