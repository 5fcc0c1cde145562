import { parseArgs } from "node:util";
import { appendAudit } from "@/lib/audit/append";
import { createLink, LINK_HOURS } from "@/lib/auth/one-time-links";
import { insertPerson } from "@/lib/auth/people";
import { database } from "@/lib/db/database";
import { claimDatabase, identityOf } from "@/lib/db/issuer-identity";
import { Invitation } from "@/lib/domain/people";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/postgres/open-database";
import { runTask, TaskRefused } from "./run-task";

// Makes the first admin of a live dashboard, once.

const USAGE = 'Say who the first admin is: npm run setup -- --name "Ada Lovelace" --email ada@example.com';

await runTask(
  async () => {
    const { values } = parseArgs({
      options: { name: { type: "string" }, email: { type: "string" } },
      strict: false,
    });
    const admin = Invitation.safeParse({ ...values, role: "admin" });
    if (!admin.success) throw new TaskRefused(USAGE);
    if (env().mode === "sandbox") {
      throw new TaskRefused(
        "On the sandbox the demo people are there already. Set CARD_API_URL and CARD_API_KEY to go live.",
      );
    }
    const { pool } = await database();
    await claimDatabase(pool, identityOf(env()));
    const link = await inTransaction(pool, async (client) => {
      await client.query("lock table people in share row exclusive mode");
      const { rows } = await client.query("select 1 from people limit 1");
      if (rows.length > 0)
        throw new TaskRefused("This dashboard has people already: an admin among them invites the rest.");
      const personId = await insertPerson(client, { ...admin.data, state: "invited", passwordHash: null });
      if (!personId) throw new TaskRefused("The admin could not be added.");
      await appendAudit(client, {
        phase: "event",
        action: "person.set-up",
        outcome: "succeeded",
        target: personId,
        after: { role: "admin", state: "invited" },
      });
      return createLink(client, personId, "invite");
    });
    console.log(
      `Open this link within ${LINK_HOURS.invite} hours to choose a password. It works once.\n\n  ${link}\n`,
    );
  },
  { mayCreateDatabase: true },
);
