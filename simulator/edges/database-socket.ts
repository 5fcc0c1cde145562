import { Duplex } from "node:stream";

/** What the socket needs of the server. */
export type DatabaseServer = {
  accept(socket: DatabaseSocket): void;
  receive(socket: DatabaseSocket, bytes: Uint8Array): void;
  forget(socket: DatabaseSocket): void;
};

/** What `pg` needs of a socket, over the simulated way to the database. */
export class DatabaseSocket extends Duplex {
  readonly #server: DatabaseServer;

  constructor(server: DatabaseServer) {
    super();
    this.#server = server;
  }

  connect(): void {
    this.#server.accept(this);
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {}

  unref(): void {}

  override _read(): void {}

  /** `pg` corks the stream while it writes the messages of one query, so they arrive here together. */
  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#server.receive(this, new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    callback();
  }

  override _final(callback: () => void): void {
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#server.forget(this);
    callback(error);
  }
}
