import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeSecret } from "@/lib/backup/check-target";
import { describeContents } from "@/lib/backup/describe-contents";
import { moveDatabase } from "@/lib/backup/move-database";
import { POSTGRES_URL } from "@/lib/domain/settings/settings";
import { env } from "@/lib/env";
import { describeLocation } from "@/lib/postgres/describe-location";
import { runTask, TaskError } from "./run-task";

// Copies the embedded database into an empty PostgreSQL database.

const { values } = parseArgs({ options: { to: { type: "string" } }, strict: false });

await runTask(
  async () => {
    const to = POSTGRES_URL.safeParse(values.to);
    if (!to.success)
      throw new TaskError(
        "Specify an empty PostgreSQL database: --to postgres://user@host:5432/name\nThe password can be part of it, or in PGPASSWORD, where other users of this machine can't see it.",
      );
    const { database, dataDir } = env();
    if ("url" in database)
      throw new TaskError(
        "DATABASE_URL is set, so the dashboard doesn't use the embedded database. Unset it to move the embedded database, and set it again afterward.",
      );
    const target = describeLocation({ url: to.data });
    console.log(`Moving to   ${target} (PostgreSQL)`);
    const { header, tables } = await moveDatabase(database.folder, to.data);
    console.log(describeContents(header, tables));
    console.log(
      `\nMoved. Every table has the same rows and the same hash in both databases, and the audit chain ends at the same head.`,
    );
    console.log(
      `\nNow set DATABASE_URL to ${target}, keep ${await describeSecret()} as it is, and start the dashboard.\n` +
        `${join(dataDir, "dashboard")} still has all its data, and no dashboard starts on it anymore. Delete it when you no longer need it.`,
    );
  },
  { opensDatabase: true },
);
