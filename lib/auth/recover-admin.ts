import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { failure, type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { queueFactorsRemovedMail } from "@/lib/mail/account-mail";
import { inTransaction } from "@/lib/postgres/open-database";
import { createLink, type LinkPurpose } from "./one-time-links";
import { isBreakGlass } from "./password-rule";
import { findPersonByEmail, lockAdmins, lockPerson, type Person } from "./people";
import { removeAllFactors } from "./second-factor/change-factors";
import { isLinked, unlinkIdentity } from "./single-sign-on/identities";

export type RecoveredAdmin = {
  link: string;
  purpose: LinkPurpose;
  removedFactors: number;
  /** The provider no longer signs them in. */
  isUnlinked: boolean;
  isPromoted: boolean;
  notifiedAdmins: number;
};

/**
 * Gives an admin a new one-time link on request of the server's operator, and removes their second factors, which may be
 * lost too. With passwords on, the link sets one also for a person of the provider, which may be out of reach. It ends
 * the admin's sessions and older links, is recorded in the audit log with the operator, and notifies all other active
 * admins. Only if there is no active admin, a disabled one is recovered, who must then set a new password, or another
 * person becomes one: a provider can take the role from the last.
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
    if (!person) return reject("There is no person with this email address.");
    const others = await listOtherActiveAdmins(client, person.id);
    const refusal = findRefusal(person, others.length > 0);
    if (refusal) return reject(refusal);
    const isPromoted = person.role !== "admin";
    if (isPromoted) await client.query("update people set role = 'admin' where id = $1", [person.id]);
    if (person.state === "disabled") await reinvite(client, person.id);
    const wasLinked = await isLinked(client, person.id);
    const isUnlinked = wasLinked && !env().breakGlassEmail;
    if (isUnlinked) await unlinkIdentity(client, person.id);
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
      before: { role: person.role, state: person.state, factors: removedFactors, isLinked: wasLinked },
      after: {
        role: "admin",
        state: person.state === "active" ? "active" : "invited",
        factors: 0,
        isLinked: wasLinked && !isUnlinked,
      },
    });
    await notifyAdmins(client, others, person, isUnlinked);
    return success({
      link,
      purpose,
      removedFactors,
      isUnlinked,
      isPromoted,
      notifiedAdmins: others.length,
      topics: others.map((id) => `person:${id}`),
    });
  });
  if (!result.ok) return result;
  const { topics, ...recovered } = result.data;
  await publish(["audit", "people", ...topics]);
  return success(recovered);
}

function findRefusal({ role, state, email }: Person, hasOtherAdmin: boolean): string | null {
  if (role !== "admin" && hasOtherAdmin)
    return "This person is not an admin. An admin can reset their password.";
  if (role !== "admin" && env().breakGlassEmail && !isBreakGlass(email))
    return "Passwords are off, and the provider would take the role again. Recover BREAK_GLASS_EMAIL, or set PASSWORDS=on.";
  if (state === "disabled" && hasOtherAdmin)
    return "This admin is disabled. Another active admin can re-enable them.";
  return null;
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
  isUnlinked: boolean,
): Promise<void> {
  const removed = isUnlinked ? "second factors and their link to the provider" : "second factors";
  await client.query(
    `insert into notifications (person_id, kind, title, href)
     select unnest($1::uuid[]), 'admin-recovered', $2, '/audit?action=person.recover'`,
    [admins, `A server operator created a new sign-in link for ${name} and removed their ${removed}`],
  );
}
