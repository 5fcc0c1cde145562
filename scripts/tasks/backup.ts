import { parseArgs } from "node:util";
import { backUp } from "@/lib/backup/back-up";
import { describeSecret } from "@/lib/backup/check-target";
import { describeContents } from "@/lib/backup/describe-contents";
import { formatBytes } from "@/lib/domain/reports/report";
import { env } from "@/lib/env";
import { resolvePath, runTask, TaskError } from "./run-task";

// Writes the dashboard's database to a file.

const { values } = parseArgs({ options: { to: { type: "string" } }, strict: false });

await runTask(
  async () => {
    if (typeof values.to !== "string" || values.to === "")
      throw new TaskError("Specify the file to write: --to cardwell.backup");
    const path = resolvePath(values.to);
    const { header, trailer, bytes } = await backUp(env().database, path);
    console.log(`Backup      ${path} (${formatBytes(bytes)})`);
    console.log(describeContents(header, trailer.tables));
    console.log(
      `\nThe secret is not in it. Keep ${await describeSecret()} in another safe place: without it, personal data in the backup can't be decrypted. Settings are not in it either.`,
    );
    if (header.audit.why)
      throw new TaskError(
        `The audit chain is broken. ${header.audit.why} The backup was written as the database is; keep an earlier one too.`,
      );
  },
  { opensDatabase: true },
);
