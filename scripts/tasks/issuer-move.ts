import { parseArgs } from "node:util";
import { appendAudit } from "@/lib/audit/append";
import { pool } from "@/lib/db/database";
import { findOwner, identityOf } from "@/lib/db/issuer-identity";
import { taskCommand } from "@/lib/domain/settings/task-command";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/postgres/open-database";
import { runTask, TaskError } from "./run-task";

// Moves the database to the live issuer's new URL in CARD_API_URL; --from confirms the old one.

await runTask(
  async () => {
    const { values } = parseArgs({ options: { from: { type: "string" } }, strict: false });
    const { mode, origin } = identityOf(env());
    await inTransaction(await pool(), async (client) => {
      await client.query("lock table database_issuer in share row exclusive mode");
      const owner = await findOwner(client);
      if (mode === "sandbox" || owner?.mode !== "live")
        throw new TaskError("Only a live issuer's database can be moved to another address.");
      if (owner.origin === origin) throw new TaskError(`This database already belongs to ${origin}.`);
      if (values.from !== owner.origin)
        throw new TaskError(
          `This database belongs to ${owner.origin}. If ${origin} is the same issuer with the same cards, confirm with: ${taskCommand("issuer-move", `--from ${owner.origin}`)}`,
        );
      await client.query("update database_issuer set origin = $1", [origin]);
      await appendAudit(client, {
        phase: "event",
        action: "issuer.move",
        outcome: "succeeded",
        before: { origin: owner.origin },
        after: { origin },
      });
    });
    console.log(`This database now belongs to ${origin}.`);
  },
  { allowAnyIssuer: true },
);
