import "server-only";
import { type Check, DATABASE_SETTINGS, ok, problem, withDatabase } from "./check";

const MIN_NODE = [20, 9] as const;
/** The oldest version that the PostgreSQL project still maintains. */
const MIN_POSTGRES = 15;

export const nodeVersion: Check = {
  title: "Node.js",
  needs: [],
  run: async () => {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const isSupported = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
    return isSupported
      ? ok(`Version ${process.versions.node}.`)
      : problem(
          `Version ${process.versions.node} is too old.`,
          `Install Node.js ${MIN_NODE.join(".")} or newer.`,
        );
  },
};

export const postgresVersion: Check = {
  title: "PostgreSQL",
  needs: DATABASE_SETTINGS,
  run: (context) =>
    withDatabase(context, async (db, engine) => {
      const { rows } = await db.query<{ number: string; version: string; encoding: string; size: string }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as version,
                current_setting('server_encoding') as encoding,
                pg_size_pretty(pg_database_size(current_database())) as size`,
      );
      const { number = "0", version = "", encoding = "", size = "" } = rows[0] ?? {};
      if (Number(number) < MIN_POSTGRES * 10_000)
        return problem(`Version ${version} is too old.`, `Upgrade to PostgreSQL ${MIN_POSTGRES} or newer.`);
      if (encoding !== "UTF8")
        return problem(
          `The database’s encoding is ${encoding}, which can’t store every name.`,
          "Create a database with the encoding UTF8 and restore a backup into it.",
        );
      return ok(`Version ${version}${engine === "pglite" ? ", embedded" : ""}. The database has ${size}.`);
    }),
};
