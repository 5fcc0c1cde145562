import { randomUUID } from "node:crypto";
import { link, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";

export class FolderInUseError extends Error {
  override name = "FolderInUseError";
}

export type FolderLock = { release(): Promise<void> };

type Holder = { pid: number; host: string; startedAt: string | null; command: string };

/**
 * Neither PGlite nor the sandbox could share its folder: two processes on one folder silently lose rows. A file next to the folder names
 * the process that holds the lock; the lock of a dead process is replaced.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = await realpath(folder).catch(() => resolve(folder));
  return acquire(`${path}.lock`, folder);
}

async function acquire(path: string, folder: string): Promise<FolderLock> {
  const id = randomUUID();
  const text = JSON.stringify({ ...(await describeProcess()), id });
  const ownPath = `${path}.${id}`;
  await writeFile(ownPath, text);
  try {
    while (!(await tryLink(ownPath, path))) await removeIfStale(path, folder);
  } finally {
    await rm(ownPath, { force: true });
  }
  return { release: () => removeIfUnchanged(path, text) };
}

/** A hard link is created atomically, so that no process can read a partial lock file. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function removeIfStale(path: string, folder: string): Promise<void> {
  const text = await readIfExists(path);
  if (text === null) return;
  const holder = parseHolder(text);
  if (holder && (await isRunning(holder))) throw inUseError(folder, path, holder);
  // Several processes may find the same stale file, and a slow one must not remove the new holder's lock. So they check
  // again one at a time, under a second lock, which is replaced in the same way if its holder died.
  const takeover = await acquire(`${path}.takeover`, folder);
  try {
    await removeIfUnchanged(path, text);
  } finally {
    await takeover.release();
  }
}

async function removeIfUnchanged(path: string, text: string): Promise<void> {
  if ((await readIfExists(path)) === text) await rm(path, { force: true });
}

async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function inUseError(folder: string, path: string, { pid, host, command }: Holder): FolderInUseError {
  const remedy =
    host === hostname()
      ? "Stop that process first."
      : `Stop that process first, or delete ${path} if it no longer runs.`;
  return new FolderInUseError(
    `The folder ${folder} is in use by process ${pid} on ${host} (${command}). ${remedy}`,
  );
}

/** Returns null for an incomplete file, as a power failure can leave it. */
function parseHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text);
    return Number.isInteger(holder?.pid) && holder.pid > 0 && typeof holder.host === "string" ? holder : null;
  } catch {
    return null;
  }
}

async function isRunning(holder: Holder): Promise<boolean> {
  // The process of another machine (on a shared volume) can't be checked from here.
  if (holder.host !== hostname()) return true;
  if (!exists(holder.pid)) return false;
  const current = await readProcessInfo(holder.pid);
  // It may have ended in the meantime. Other systems than Linux say nothing more about a process.
  if (current === null) return exists(holder.pid);
  return !current.isZombie && (!holder.startedAt || current.startedAt === holder.startedAt);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other error, such as EPERM, means that the process exists.
    return !isCode(error, "ESRCH");
  }
}

async function describeProcess(): Promise<Holder> {
  return {
    pid: process.pid,
    host: hostname(),
    startedAt: (await readProcessInfo(process.pid))?.startedAt ?? null,
    command: describeCommand(process.argv),
  };
}

/** Without options, which may have a password in them: `move --to=postgres://…`. */
function describeCommand([, program = "", command = ""]: readonly string[]): string {
  return command === "" || command.startsWith("-") ? program : `${program} ${command}`;
}

/** The start time distinguishes a reused process ID. Available only on Linux; null elsewhere. */
async function readProcessInfo(pid: number): Promise<{ startedAt: string; isZombie: boolean } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  // The second field, the command in parentheses, may contain spaces. The state follows it; the start time is field 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { startedAt: `${boot.trim()} ${fields[19]}`, isZombie: fields[0] === "Z" };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
