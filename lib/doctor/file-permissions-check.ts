import "server-only";
import { constants, access as fileAccess, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Check, ok, problem, skipped } from "./check";
import { nearestFolder } from "./nearest-folder";

const OTHER_USERS = 0o077;
const UNWRITABLE_CODES = ["EACCES", "EPERM", "EROFS"];

/** `access` is for tests, which may run as root. */
export function createFilePermissionsCheck(access = fileAccess): Check {
  async function findUnwritable(paths: readonly string[]): Promise<string | null> {
    for (const path of paths)
      try {
        await access(path, constants.W_OK);
      } catch (error) {
        if (isUnwritable(error)) return path;
      }
    return null;
  }

  return {
    title: "Data folder",
    needs: ["DATA_DIR", "DATABASE_URL"],
    run: async ({ env: { dataDir, database } }) => {
      const exists = (await stat(dataDir).catch(() => null)) !== null;
      if ("folder" in database) {
        // Whoever started the dashboard as root once has left files that its own user can't write.
        const files = await readdir(database.folder).catch(() => []);
        const path = await findUnwritable([
          await nearestFolder(resolve(dataDir)),
          await nearestFolder(resolve(database.folder)),
          ...files.map((file) => join(database.folder, file)),
        ]);
        if (path)
          return problem(
            `This user can’t write to ${path}, and the embedded database must.`,
            "Run this as the dashboard’s user. If it is, make it the owner: chown -R <user> DATA_DIR",
          );
      }
      if (!exists) return skipped(`${dataDir} doesn’t exist yet.`);
      for (const path of [join(dataDir, "secret"), join(dataDir, "dashboard")]) {
        const found = await stat(path).catch(() => null);
        if (found && (found.mode & OTHER_USERS) !== 0)
          return problem(`Other users of this machine can read ${path}.`, `Run: chmod -R go= ${path}`);
      }
      return ok(`Only its owner can read what is in ${dataDir}.`);
    },
  };
}

export const filePermissions = createFilePermissionsCheck();

export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNWRITABLE_CODES.includes(String(error.code));
}
