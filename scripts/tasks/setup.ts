import { hostname, userInfo } from "node:os";
import { parseArgs } from "node:util";
import { appendAudit } from "@/lib/audit/append";
import { createLink, LINK_HOURS, type LinkPurpose } from "@/lib/auth/one-time-links";
import { insertPerson } from "@/lib/auth/people";
import { recoverAdmin } from "@/lib/auth/recover-admin";
import { pool } from "@/lib/db/database";
import { claimDatabase, identityOf } from "@/lib/db/issuer-identity";
import { countOf } from "@/lib/domain/money/numbers";
import { Invitation } from "@/lib/domain/people/people";
import { taskCommand } from "@/lib/domain/settings/task-command";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/postgres/open-database";
import { runTask, TaskError } from "./run-task";

// Creates the first admin of a live dashboard. With --recover, creates a new link for an admin who can't sign in.

const USAGE =
  `Specify the first admin: ${taskCommand("setup", '--name "Ada Lovelace" --email ada@example.com')}\n` +
  `Or recover an admin who can't sign in: ${taskCommand("setup", "--recover ada@example.com")}`;

const { values } = parseArgs({
  options: { name: { type: "string" }, email: { type: "string" }, recover: { type: "string" } },
  strict: false,
});
const isRecovery = values.recover !== undefined;

await runTask(isRecovery ? recover : setUp, { opensDatabase: !isRecovery });

async function setUp(): Promise<void> {
  const admin = Invitation.safeParse({ ...values, role: "admin" });
  if (!admin.success) throw new TaskError(USAGE);
  if (env().mode === "sandbox") {
    throw new TaskError("The sandbox already has demo logins. Set CARD_API_URL and CARD_API_KEY to go live.");
  }
  await claimDatabase(await pool(), identityOf(env()));
  const link = await inTransaction(await pool(), async (client) => {
    await client.query("lock table people in share row exclusive mode");
    const { rows } = await client.query("select 1 from people limit 1");
    if (rows.length > 0)
      throw new TaskError(
        "This dashboard already has people. An admin can invite more.\n" +
          `If no admin can sign in: ${taskCommand("setup", "--recover ada@example.com")}`,
      );
    const personId = await insertPerson(client, { ...admin.data, state: "invited", passwordHash: null });
    if (!personId) throw new TaskError("The admin could not be added.");
    await appendAudit(client, {
      phase: "event",
      action: "person.set-up",
      outcome: "succeeded",
      target: personId,
      after: { role: "admin", state: "invited" },
    });
    return createLink(client, personId, "invite");
  });
  printLink(link, "invite");
}

async function recover(): Promise<void> {
  if (typeof values.recover !== "string") throw new TaskError(USAGE);
  await claimDatabase(await pool(), identityOf(env()));
  const recovered = await recoverAdmin(values.recover, `${userInfo().username} on ${hostname()}`);
  if (!recovered.ok) throw new TaskError(recovered.error.message);
  const { link, purpose, removedFactors, isUnlinked, isPromoted, notifiedAdmins } = recovered.data;
  printLink(link, purpose);
  if (isPromoted) console.log("There was no active admin: this person is one now.");
  if (isUnlinked)
    console.log(
      `This admin no longer signs in with ${env().singleSignOn?.name}, until they link their account.`,
    );
  if (removedFactors > 0)
    console.log(`Removed ${countOf(removedFactors, "second factor")} and the recovery codes of this admin.`);
  console.log(
    notifiedAdmins > 0
      ? `This is recorded in the audit log, and ${countOf(notifiedAdmins, "other admin")} will be notified.`
      : "This is recorded in the audit log. There is no other active admin to notify.",
  );
}

function printLink(link: string, purpose: LinkPurpose): void {
  const time = countOf(LINK_HOURS[purpose], "hour");
  const purposeText = env().breakGlassEmail ? "to sign in" : "to set a password";
  console.log(`Open this link within ${time} ${purposeText}. It works once.\n\n  ${link}\n`);
}
