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
 * PGlite takes no lock of its own, and two processes on one folder silently lose rows. A file beside the
 * folder names the process that holds it; the lock of a process that is gone is taken over.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = await realpath(folder).catch(() => resolve(folder));
  return acquire(`${path}.lock`, folder);
}

async function acquire(path: string, folder: string): Promise<FolderLock> {
  const id = randomUUID();
  const text = JSON.stringify({ ...(await describeProcess()), id });
  const mine = `${path}.${id}`;
  await writeFile(mine, text);
  try {
    while (!(await tryLink(mine, path))) await removeIfStale(path, folder);
  } finally {
    await rm(mine, { force: true });
  }
  return { release: () => removeIfStill(path, text) };
}

/** A hard link appears whole or not at all, so nobody can read half a lock file. */
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
  const text = await readIfThere(path);
  if (text === null) return;
  const holder = parseHolder(text);
  if (holder && (await isRunning(holder))) throw inUse(folder, path, holder);
  // Several processes may find the same stale file, and the slowest must not remove the winner's: one at a time,
  // each looks again. Whoever died on the way left a stale takeover, which is taken over likewise.
  const takeover = await acquire(`${path}.takeover`, folder);
  try {
    await removeIfStill(path, text);
  } finally {
    await takeover.release();
  }
}

async function removeIfStill(path: string, text: string): Promise<void> {
  if ((await readIfThere(path)) === text) await rm(path, { force: true });
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function inUse(folder: string, path: string, { pid, host, command }: Holder): FolderInUseError {
  const remedy =
    host === hostname()
      ? "Stop that process first."
      : `Stop that process first, or delete ${path} if it no longer runs.`;
  return new FolderInUseError(
    `The database folder ${folder} is in use by process ${pid} on ${host} (${command}). ${remedy}`,
  );
}

/** Null for a file that no process wrote whole: what a machine that lost its power may leave. */
function parseHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text);
    return Number.isInteger(holder?.pid) && holder.pid > 0 && typeof holder.host === "string" ? holder : null;
  } catch {
    return null;
  }
}

async function isRunning(holder: Holder): Promise<boolean> {
  // A lock taken on another machine (a shared volume) cannot be judged from here.
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // Any other refusal (EPERM) comes from a process that is there.
    if (isCode(error, "ESRCH")) return false;
  }
  const now = await lookUp(holder.pid);
  if (now === null) return true;
  return !now.isZombie && (!holder.startedAt || now.startedAt === holder.startedAt);
}

async function describeProcess(): Promise<Holder> {
  return {
    pid: process.pid,
    host: hostname(),
    startedAt: (await lookUp(process.pid))?.startedAt ?? null,
    command: process.argv.slice(1, 3).join(" "),
  };
}

/** Tells a reused process id from the one that took the lock. Known on Linux only; null elsewhere. */
async function lookUp(pid: number): Promise<{ startedAt: string; isZombie: boolean } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  // The second field, the command in parentheses, may hold spaces; then come the state and, as 22nd, the start.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { startedAt: `${boot.trim()} ${fields[19]}`, isZombie: fields[0] === "Z" };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
