import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The contents of a data folder, except lock files and sockets, which contain no secrets. */
const SECRET_NAMES = ["dashboard", "sandbox", "secret"];
const LOCK_OR_SOCKET = /\.(?:lock|sock)(?:\.|$)/;

const OTHER_USERS = 0o077;

export type RestrictedPath = { path: string; was: string; error?: string };

/**
 * Removes other users' permissions from the data folder and its secrets, because earlier versions made them readable by
 * everyone. A folder with other contents is shared with other programs and keeps its permissions.
 */
export async function restrictDataFolder(dataDir: string): Promise<RestrictedPath[]> {
  const names = await readdir(dataDir).catch(() => null);
  if (names === null) return [];
  const secrets = names.filter((name) => SECRET_NAMES.includes(name));
  const isOurs = names.every((name) => SECRET_NAMES.includes(name) || LOCK_OR_SOCKET.test(name));
  const paths = [...(isOurs ? [dataDir] : []), ...secrets.map((name) => join(dataDir, name))];
  const restricted = await Promise.all(paths.map(restrict));
  return restricted.filter((change) => change !== null);
}

async function restrict(path: string): Promise<RestrictedPath | null> {
  const { mode } = await stat(path);
  if ((mode & OTHER_USERS) === 0) return null;
  const was = (mode & 0o777).toString(8);
  try {
    await chmod(path, mode & 0o777 & ~OTHER_USERS);
    return { path, was };
  } catch (error) {
    // Another user's folder, such as a mounted volume: the dashboard still works, and the caller logs the error.
    return { path, was, error: String(error) };
  }
}
