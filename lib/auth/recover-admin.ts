import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { failure, type Result, success } from "@/lib/domain/result";
import { publish } from "@/lib/events/bus";
import { queueFactorsRemovedMail } from "@/lib/mail/account-mail";
import { inTransaction } from "@/lib/postgres/open-database";
import { createLink, type LinkPurpose } from "./one-time-links";
import { findPersonByEmail, lockAdmins, lockPerson, type Person } from "./people";
import { removeAllFactors } from "./second-factor/change-factors";

export type RecoveredAdmin = {
  link: string;
  purpose: LinkPurpose;
  removedFactors: number;
  notifiedAdmins: number;
};

/**
 * Gives an admin a new one-time link on request of the server's operator, and removes their second factors, which may be
 * lost too. It ends the admin's sessions and older links, is recorded in the audit log with the operator, and notifies all other active admins. A disabled admin is recovered
 * only if there is no active one, and must then set a new password.
 */
export async function recoverAdmin(email: string, operator: string): Promise<Result<RecoveredAdmin>> {
  const reject = (message: string) =>
    failure({ code: "refused", message, requestId: "", retry: "never" as const });
  const { pool } = await database();
  const found = await findPersonByEmail(pool, email);
  if (!found) return reject("There is no person with this email address.");
  const result = await inTransaction(pool, async (client) => {
    // So that the last other admin can't be disabled in the meantime.
    await lockAdmins(client);
    const person = await lockPerson(client, found.id);
    if (person?.role !== "admin")
      return reject("This person is not an admin. An admin can reset their password.");
    const others = await listOtherActiveAdmins(client, person.id);
    if (person.state === "disabled" && others.length > 0)
      return reject("This admin is disabled. Another active admin can re-enable them.");
    if (person.state === "disabled") await reinvite(client, person.id);
    const purpose: LinkPurpose = person.state === "active" ? "reset" : "invite";
    const removedFactors = await removeAllFactors(client, person);
    if (removedFactors > 0) await queueFactorsRemovedMail(client, person, "A server operator");
    const link = await createLink(client, person.id, purpose);
    await appendAudit(client, {
      phase: "event",
      action: "person.recover",
      outcome: "succeeded",
      target: person.id,
      message: `Run on the server by ${operator}`,
      before: { state: person.state, factors: removedFactors },
      after: { state: person.state === "active" ? "active" : "invited", factors: 0 },
    });
    await notifyAdmins(client, others, person);
    return success({
      link,
      purpose,
      removedFactors,
      notifiedAdmins: others.length,
      topics: others.map((id) => `person:${id}`),
    });
  });
  if (!result.ok) return result;
  const { topics, ...recovered } = result.data;
  await publish(["audit", "people", ...topics]);
  return success(recovered);
}

/** The old password is removed, because a compromised password may be the reason why they were disabled. */
async function reinvite(client: pg.ClientBase, personId: string): Promise<void> {
  await client.query("update people set state = 'invited', password_hash = null where id = $1", [personId]);
}

async function listOtherActiveAdmins(client: pg.ClientBase, personId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from people where role = 'admin' and state = 'active' and id <> $1",
    [personId],
  );
  return rows.map(({ id }) => id);
}

async function notifyAdmins(
  client: pg.ClientBase,
  admins: readonly string[],
  { name }: Person,
): Promise<void> {
  await client.query(
    `insert into notifications (person_id, kind, title, href)
     select unnest($1::uuid[]), 'admin-recovered', $2, '/audit?action=person.recover'`,
    [admins, `A server operator created a new sign-in link for ${name} and removed their second factors`],
  );
}
