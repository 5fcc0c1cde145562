import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { KeptStatements } from "./kept-statements";
import { inWorld } from "./machines";
import { startupMessage } from "./wire-messages";

/** Memory is compared and restored in parts of this size. */
const PAGE_BYTES = 65_536;

/** The parts of Emscripten's in-memory file system that change. */
type FileNode = { name_next?: FileNode; contents?: Int8Array | Uint8Array | Record<string, FileNode> };
type OpenFile = { node: FileNode; shared: object };
type FileSystem = {
  nameTable: (FileNode | undefined)[];
  streams: (OpenFile | null)[];
  nextInode: number;
  unlink(path: string): void;
  createDevice(folder: string, name: string, readByte: () => number): void;
};
type Module = { HEAPU8: Uint8Array; FS: FileSystem };

/**
 * A database that returns to the state in which `keep` was called. That is much faster than a new one, and exact: the
 * engine's whole memory and all its files are restored, so nothing is left of what happened in between.
 */
export class RestorableDatabase {
  readonly pglite: PGlite;
  /** The reply to a new connection. */
  readonly greeting: Uint8Array;
  readonly #statements = new KeptStatements();
  #restoreMemory: (() => void) | null = null;
  #restoreFiles: (() => void) | null = null;

  private constructor(pglite: PGlite, greeting: Uint8Array) {
    this.pglite = pglite;
    this.greeting = greeting;
  }

  static async create(snapshot: Blob): Promise<RestorableDatabase> {
    const pglite = await PGlite.create("memory://", { extensions: { pg_trgm }, loadDataDir: snapshot });
    const { FS: files } = pglite.Module as unknown as Module;
    // The original device reads ahead, which `restore` wouldn't undo.
    files.unlink("/dev/urandom");
    files.createDevice("/dev", "urandom", () => Math.floor(Math.random() * 256));
    // Planning a statement again for its values takes longer than it saves: a seventh of a seed's time.
    await pglite.exec("set plan_cache_mode = force_generic_plan");
    return new RestorableDatabase(pglite, executeRaw(pglite, startupMessage()));
  }

  /** Between two transactions. */
  async keep(): Promise<void> {
    // The first query prepares PGlite itself.
    await this.pglite.query("select 1");
    const module = this.pglite.Module as unknown as Module;
    this.#restoreMemory = keepMemory(module);
    this.#restoreFiles = keepFiles(module.FS);
    this.#statements.keep();
  }

  restore(): void {
    this.#restoreMemory?.();
    this.#restoreFiles?.();
    this.#statements.restore();
  }

  /** What a client sends at once; returns the reply. */
  execute(request: Uint8Array): Uint8Array {
    return this.#statements.execute(request, (raw) => executeRaw(this.pglite, raw));
  }
}

function keepMemory(module: Module): () => void {
  const kept = Buffer.from(module.HEAPU8);
  const empty = Buffer.alloc(PAGE_BYTES);
  return () => {
    // The memory may have grown, which replaces the array.
    const current = Buffer.from(module.HEAPU8.buffer);
    for (let start = 0; start < current.length; start += PAGE_BYTES) {
      const page = start < kept.length ? kept.subarray(start, start + PAGE_BYTES) : empty;
      if (!page.equals(current.subarray(start, start + PAGE_BYTES))) current.set(page, start);
    }
  };
}

function keepFiles(files: FileSystem): () => void {
  const nodes = listNodes(files).map((node) => ({ node, kept: { ...node }, restore: keepContents(node) }));
  const opened = files.streams.map((stream) =>
    stream ? { stream, kept: { ...stream }, shared: { ...stream.shared } } : null,
  );
  const { nextInode } = files;
  const nameTable = [...files.nameTable];
  return () => {
    for (const { node, kept, restore } of nodes) {
      Object.assign(node, kept);
      restore();
    }
    for (const item of opened) {
      if (!item) continue;
      Object.assign(item.stream, item.kept);
      Object.assign(item.stream.shared, item.shared);
    }
    files.streams = opened.map((item) => item?.stream ?? null);
    files.nameTable = [...nameTable];
    files.nextInode = nextInode;
  };
}

/** A deleted file may still be open. */
function listNodes({ nameTable, streams }: FileSystem): FileNode[] {
  const nodes = new Set<FileNode>(streams.flatMap((stream) => stream?.node ?? []));
  for (const first of nameTable) for (let node = first; node; node = node.name_next) nodes.add(node);
  return [...nodes];
}

function keepContents(node: FileNode): () => void {
  const { contents } = node;
  if (!contents) return () => undefined;
  if (!ArrayBuffer.isView(contents)) {
    const kept = { ...contents };
    return () => {
      node.contents = { ...kept };
    };
  }
  const kept = contents.slice();
  return () => contents.set(kept);
}

/** PGlite executes a message before it returns; only what it does afterward for other file systems is asynchronous. */
export function executeRaw(pglite: PGlite, request: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const onRawData = (bytes: Uint8Array) => void parts.push(bytes.slice());
  // The database has a clock of its own.
  inWorld(() => void pglite.execProtocolRawStream(request, { syncToFs: false, onRawData }));
  return new Uint8Array(Buffer.concat(parts));
}
