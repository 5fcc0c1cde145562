import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database, DatabaseLocation } from "@/lib/postgres/database";
import { openDatabase } from "@/lib/postgres/open-database";

const CONNECT_TIMEOUT_MS = 8_000;
const QUERY_TIMEOUT_MS = 10_000;

/** There is no embedded database yet. */
export class NoFolderError extends Error {
  override name = "NoFolderError";
}

/** Opens a database of any version, without creating or migrating it. */
export async function openExisting(location: DatabaseLocation): Promise<Database> {
  if ("folder" in location && !existsSync(join(location.folder, "PG_VERSION"))) throw new NoFolderError();
  return openDatabase(location, {
    connections: 3,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    onStop: () => undefined,
  });
}
