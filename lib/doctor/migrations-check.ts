import "server-only";
import { MIGRATIONS } from "@/lib/db/migrations";
import { countOf } from "@/lib/domain/money/numbers";
import { readMigrationState } from "@/lib/postgres/migration-state";
import { type Check, DATABASE_SETTINGS, ok, problem, withCompleteDatabase } from "./check";

export const migrationsCheck: Check = {
  title: "Migrations",
  needs: DATABASE_SETTINGS,
  run: (context) =>
    withCompleteDatabase(context, async (db) => {
      const { applied, pending, edited, unknown, unfinished } = await readMigrationState(db, MIGRATIONS);
      if (edited[0])
        return problem(
          `${edited[0]} was edited after it was applied.`,
          "Run the build that applied it, or restore its original text.",
        );
      if (unknown[0])
        return problem(
          `The database is from a newer version: this one doesn’t have ${unknown[0]}.`,
          "The version right before that one works on it, and no other: run one of the two. A backup from before the upgrade lacks what happened since.",
        );
      if (unfinished[0])
        return problem(`${unfinished[0]} is not finished.`, "Start Cardwell, which goes on with it.");
      if (pending[0])
        return problem(
          `${countOf(pending.length, "migration")} pending, the first is ${pending[0]}.`,
          "Take a backup, then start this version, which applies them.",
        );
      return ok(`All ${applied.length} are applied and unchanged.`);
    }),
};
