import { parseArgs } from "node:util";
import { type BegunCopy, beginCopy } from "@/lib/backup/begin-copy";
import { requireSameIssuer, requireSecrets } from "@/lib/backup/check-target";
import { describeContents } from "@/lib/backup/describe-contents";
import { checkFile } from "@/lib/backup/read-file";
import { restoreDatabase } from "@/lib/backup/restore-database";
import { identityOf } from "@/lib/db/issuer-identity";
import { countOf } from "@/lib/domain/money/numbers";
import { env } from "@/lib/env";
import { resolvePath, runTask, TaskError } from "./run-task";

// Loads a backup into an empty database.

const { values } = parseArgs({
  options: { from: { type: "string" }, "without-secret": { type: "boolean" } },
  strict: false,
});

await runTask(
  async () => {
    if (typeof values.from !== "string" || values.from === "")
      throw new TaskError("Specify the backup: --from cardwell.backup");
    const path = resolvePath(values.from);
    console.log(`Backup      ${path}`);
    const backup = await checkFile(path);
    console.log(describeContents(backup.header, backup.trailer.tables));
    requireSameIssuer(backup.header, identityOf(env()));
    if (!values["without-secret"]) requireSecrets(backup.trailer.keyIds);
    console.log("\nThe file is complete and unchanged. Restoring it…");
    let begun: BegunCopy = { paused: 0, canceled: 0, ended: 0 };
    const { migrated } = await restoreDatabase(env().database, backup, "restore", async (db) => {
      begun = await beginCopy(db);
    });
    console.log("Restored. Every table has the rows and the hash that the backup has.");
    console.log(
      backup.header.audit.why
        ? `The audit chain was already broken when the backup was taken: ${backup.header.audit.why}`
        : "The audit chain is intact and ends at the same head.",
    );
    if (migrated.length > 0)
      console.log(`The backup is from an older version: applied ${countOf(migrated.length, "migration")}.`);
    console.log(
      "This copy sends no email, alerts, or report requests until an admin activates it in Settings, Connection.",
    );
    const { paused, canceled, ended } = begun;
    if (paused > 0)
      console.log(
        `Paused ${countOf(paused, "run")}: what a run did after the backup was taken, it would do again. Compare with the issuer before you resume.`,
      );
    if (canceled > 0)
      console.log(
        `Canceled ${countOf(canceled, "plan")} to issue cards: they may have been issued after the backup was taken.`,
      );
    if (ended > 0)
      console.log(
        `Ended ${countOf(ended, "approval request")}: what was asked for may have been carried out after the backup was taken.`,
      );
  },
  { opensDatabase: true },
);
