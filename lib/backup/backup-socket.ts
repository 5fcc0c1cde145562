import "server-only";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { log } from "@/lib/log";
import type { Database, DatabaseLocation } from "@/lib/postgres/database";
import type { FolderInUseError } from "@/lib/postgres/folder-lock";
import { processWide } from "@/lib/process-wide";
import { BackupError } from "./backup-error";
import type { Header } from "./backup-format";
import { withSnapshot } from "./read-database";
import { checkFile } from "./read-file";
import {
  createBackupFile,
  isFileError,
  unwritable,
  type WrittenBackup,
  writeCompletely,
  writeStream,
} from "./write-file";

/** Requests wait while the embedded database is read, so a client that stops reading is disconnected. */
const STALLED_MS = 10_000;

/** The smallest limit is that of macOS. Node.js 20 cuts a longer path off, and the socket is in another place then. */
const MAX_PATH_BYTES = 103;

const slot = processWide<Server>("backup-socket");

/**
 * Lets another process of the same user back up the embedded database while this one has it open: whoever connects to
 * the socket next to the folder receives a backup.
 */
export async function offerBackups(db: Database, location: DatabaseLocation): Promise<void> {
  if (!("folder" in location) || location.folder.startsWith("memory://") || slot.current) return;
  const path = socketOf(location.folder);
  const server = createServer((socket) => void sendBackup(db.pool, socket));
  try {
    if (Buffer.byteLength(path) > MAX_PATH_BYTES)
      throw new Error(`The path ${path} is too long for a socket`);
    // Left by a crash: this process has the folder's lock.
    await rm(path, { force: true });
    await listenForOwner(server, path);
    server.unref();
    slot.current = server;
  } catch (error) {
    server.close();
    log().warn({ err: error }, "A backup needs the dashboard to be stopped");
  }
}

/** The socket is created before `listen` returns, so that nobody else can connect to it even for a moment. */
function listenForOwner(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    const umask = process.umask(0o177);
    try {
      server.once("error", fail).listen(path, done);
    } finally {
      process.umask(umask);
    }
  });
}

export function stopOfferingBackups(): void {
  slot.current?.close();
  slot.current = undefined;
}

async function sendBackup(db: pg.Pool, socket: Socket): Promise<void> {
  socket.setTimeout(STALLED_MS);
  socket.on("timeout", () => {
    if (socket.writableNeedDrain) socket.destroy();
    else socket.setTimeout(STALLED_MS);
  });
  socket.on("error", () => undefined);
  try {
    await withSnapshot(db, (source) => writeStream(source, socket));
    log().info("Backup written");
  } catch (error) {
    socket.destroy();
    log().error({ err: error }, "Could not write a backup");
  }
}

/** `inUse` is thrown if the process that has the folder offers no backups. */
export async function receiveBackup(
  folder: string,
  path: string,
  inUse: FolderInUseError,
): Promise<WrittenBackup & { header: Header }> {
  const received: { header?: Header } = {};
  const socket = await connectTo(socketOf(folder));
  if (!socket) throw inUse;
  const written = await writeCompletely(path, async (partialPath) => {
    try {
      await pipeline(socket, createBackupFile(partialPath));
      const { header, trailer } = await checkFile(partialPath);
      received.header = header;
      return trailer;
    } catch (error) {
      if (isFileError(error)) throw unwritable(error);
      throw new BackupError("The running dashboard didn’t send a complete backup. Its log may say why.", {
        cause: error,
      });
    }
  }).finally(() => socket.destroy());
  if (!received.header) throw new Error("The backup has no header");
  return { ...written, header: received.header };
}

function connectTo(path: string): Promise<Socket | null> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once("error", () => done(null));
    socket.once("connect", () => done(socket));
  });
}

function socketOf(folder: string): string {
  return `${resolve(folder)}.sock`;
}
