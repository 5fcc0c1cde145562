import "server-only";
import { findOwner, identityOf, isSameIssuer } from "@/lib/db/issuer-identity";
import { findMoveTarget, movedRemedy } from "@/lib/db/moved-folder";
import { findUnfinishedLoad, isUnfinishedFolder } from "@/lib/db/unfinished-load";
import { describeLocation } from "@/lib/postgres/describe-location";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";
import { type Check, type Context, DATABASE_SETTINGS, type Finding, ok, problem, skipped } from "./check";
import { isUnwritable } from "./file-permissions-check";
import { NoFolderError } from "./open-existing";

export const databaseCheck: Check = {
  title: "Database",
  needs: DATABASE_SETTINGS,
  run: async (context) => {
    const { database } = context.env;
    const place = describeLocation(database);
    const target = findMoveTarget(database);
    if (target !== null && "folder" in database)
      return problem(`${place} was moved to ${target}.`, movedRemedy(database.folder));
    try {
      const { pool } = await context.openDatabase();
      const startedAt = performance.now();
      await pool.query("select 1");
      const latencyMs = Math.max(1, Math.round(performance.now() - startedAt));
      const unfinished = await findUnfinishedLoad(pool);
      if (unfinished) return unfinishedLoad(place, unfinished);
      return (await findForeignOwner(context)) ?? ok(`${place} answers in ${latencyMs} ms.`);
    } catch (error) {
      if (isUnfinishedFolder(context.env.database)) return unfinishedLoad(place, "restore");
      return explain(error, place);
    }
  },
};

async function findForeignOwner({ env, brokenSettings, openDatabase }: Context): Promise<Finding | null> {
  if (brokenSettings.has("CARD_API_URL")) return null;
  const owner = await findOwner((await openDatabase()).pool);
  if (!owner || isSameIssuer(owner, identityOf(env))) return null;
  return problem(
    `It belongs to the ${owner.mode === "sandbox" ? "sandbox" : `issuer ${owner.origin}`}, and the settings are for another issuer.`,
    "Set DATABASE_URL or DATA_DIR to another database, or CARD_API_URL to its issuer.",
  );
}

function unfinishedLoad(place: string, what: string): Finding {
  return problem(`${place} has an unfinished ${what}.`, "Run the same command again to finish it.");
}

function explain(error: unknown, place: string): Finding {
  if (error instanceof NoFolderError)
    return problem(`There is no database in ${place}.`, "Check DATA_DIR, or start Cardwell to create it.");
  // The embedded database has one process at a time, and usually that is the dashboard itself.
  if (error instanceof FolderInUseError)
    return ok(`${place} is in use by a running process. Stop it to check what is in it.`);
  if (error instanceof DatabaseUnreachableError)
    return problem(
      error.message,
      "Check DATABASE_URL, and that PostgreSQL runs and accepts connections from this machine.",
    );
  // It needs a lock file of its own, even to read.
  if (isUnwritable(error)) return skipped(`Not opened, because ${place} can’t be written.`);
  throw error;
}
