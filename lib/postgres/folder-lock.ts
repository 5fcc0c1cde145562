import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";

export class FolderInUseError extends Error {
  override name = "FolderInUseError";
}

type Holder = { pid: number; host: string; startedAt: string | null; command: string };

/**
 * PGlite takes no lock of its own, and two processes on one folder silently lose rows. A file beside the
 * folder names the process that holds it; the lock of a process that is gone is taken over.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const path = `${folder.replace(/\/+$/, "")}.lock`;
  const mine = `${path}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify(await describeProcess(process.pid)));
  try {
    while (!(await tryLink(mine, path))) await removeIfStale(path, folder);
  } finally {
    await rm(mine, { force: true });
  }
  return { release: () => rm(path, { force: true }) };
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
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return;
  const holder = parseHolder(text);
  if (holder && (await isRunning(holder))) {
    throw new FolderInUseError(
      `The database folder ${folder} is in use by process ${holder.pid} on ${holder.host} (${holder.command}). Stop it first.`,
    );
  }
  // Two processes may find the same stale file: only what was judged may be removed, so move it aside and look again.
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== text) await tryLink(aside, path);
  await unlink(aside);
}

function parseHolder(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

async function isRunning(holder: Holder): Promise<boolean> {
  // A lock taken on another machine (a shared volume) cannot be judged from here.
  if (holder.host !== hostname()) return true;
  if (holder.pid === process.pid) return holder.startedAt === (await startTime(process.pid));
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return isCode(error, "EPERM");
  }
  const started = await startTime(holder.pid);
  return started === null || holder.startedAt === null || started === holder.startedAt;
}

async function describeProcess(pid: number): Promise<Holder> {
  return {
    pid,
    host: hostname(),
    startedAt: await startTime(pid),
    command: process.argv.slice(1, 3).join(" "),
  };
}

/** Tells a reused process id from the one that took the lock. Known on Linux only; null elsewhere. */
async function startTime(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The second field, the command in parentheses, may hold spaces; field 22 is the start time.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
