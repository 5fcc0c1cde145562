import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Everything that a data folder holds; lock files hold no secret. */
const SECRET_NAMES = ["dashboard", "sandbox", "secret"];
const LOCK_FILE = /\.lock(?:\.|$)/;

const FOR_OTHERS = 0o077;

export type Tightened = { path: string; was: string; error?: string };

/**
 * Takes other users' rights away from the data folder and what is secret in it: earlier versions made them readable
 * by everyone. A folder that holds anything else is shared with other programs, and keeps its own rights.
 */
export async function tightenDataFolder(dataDir: string): Promise<Tightened[]> {
  const names = await readdir(dataDir).catch(() => null);
  if (names === null) return [];
  const secrets = names.filter((name) => SECRET_NAMES.includes(name));
  const isOurs = names.every((name) => SECRET_NAMES.includes(name) || LOCK_FILE.test(name));
  const paths = [...(isOurs ? [dataDir] : []), ...secrets.map((name) => join(dataDir, name))];
  const tightened = await Promise.all(paths.map(tighten));
  return tightened.filter((change) => change !== null);
}

async function tighten(path: string): Promise<Tightened | null> {
  const { mode } = await stat(path);
  if ((mode & FOR_OTHERS) === 0) return null;
  const was = (mode & 0o777).toString(8);
  try {
    await chmod(path, mode & 0o777 & ~FOR_OTHERS);
    return { path, was };
  } catch (error) {
    // Somebody else's folder, such as a mounted volume: the dashboard works, and its operator is told.
    return { path, was, error: String(error) };
  }
}
