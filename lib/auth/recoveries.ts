import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { isApprover } from "@/lib/approvals/settings";
import { pool } from "@/lib/db/database";
import { DECIDING_PERMISSIONS } from "@/lib/domain/approvals/policies";
import { can } from "@/lib/domain/people/permissions";
import type { RecoveryKind } from "@/lib/domain/people/recovery-kind";
import { queueFactorsRemovedMail, queueRecoveryMail } from "@/lib/mail/account-mail";
import { type DeliveredLink, deliverLink } from "@/lib/mail/link-mail";
import { isMailConfigured } from "@/lib/mail/outbox";
import { notifyPerson } from "./notify-person";
import { lockAdmins, lockPerson, type Person } from "./people";
import { removeAllFactors } from "./second-factor/change-factors";
import type { Actor } from "./sessions";

export const RECOVERY_HOURS = 24;

/** What an admin does for a person who lost a factor or their password, once a second admin has confirmed it. */
export type Recovery = {
  id: string;
  kind: RecoveryKind;
  personId: string;
  person: string;
  requestedById: string;
  requestedBy: string;
  expiresAt: Date;
};

type Rejected = { is: "rejected"; message: string };

export type RequestedRecovery =
  | { is: "alone"; person: Person }
  | { is: "waiting"; person: Person; admins: string[] }
  | Rejected;

/**
 * Asks the other admins to confirm. An admin who lost access can't, so with only one other admin that one acts alone,
 * unless the person can approve something: then that admin could sign in as their own second person. Who is an admin can't change until the transaction ends.
 */
export async function requestRecovery(
  client: pg.ClientBase,
  kind: RecoveryKind,
  actor: Pick<Actor, "id" | "name">,
  personId: string,
): Promise<RequestedRecovery> {
  await lockAdmins(client);
  if (!(await isActiveAdmin(client, actor.id))) return { is: "rejected", message: NO_LONGER_ADMIN };
  const person = await lockPerson(client, personId);
  if (!person) return { is: "rejected", message: "This person doesn’t exist." };
  const admins = await listAdminsExcept(client, [actor.id, personId]);
  if (admins.length === 0 && (await isApprover(client, person.role)))
    return { is: "rejected", message: NO_SECOND_ADMIN };
  if (admins.length === 0 && (await hasLostAdmin(client, personId)))
    return { is: "rejected", message: RECENTLY_LOST_ADMIN };
  if (admins.length === 0) return { is: "alone", person };
  await client.query(
    `update recoveries set decided_at = now()
     where person_id = $1 and kind = $2 and decided_at is null and expires_at <= now()`,
    [personId, kind],
  );
  const { rowCount } = await client.query(
    `insert into recoveries (id, kind, person_id, requested_by, expires_at)
     values ($1, $2, $3, $4, now() + interval '${RECOVERY_HOURS} hours') on conflict do nothing`,
    [randomUUID(), kind, personId, actor.id],
  );
  if (!rowCount) return { is: "rejected", message: "This is already waiting for another admin." };
  const what = kind === "factors" ? "remove the lost second factors of" : "create a new password link for";
  for (const admin of admins) {
    const title = `${actor.name} asks to ${what} ${person.name}`;
    await notifyPerson(client, admin.id, { kind: "recovery", title, href: "/settings/team" });
    await queueRecoveryMail(client, admin, { requestedBy: actor.name, what, person: person.name });
  }
  return { is: "waiting", person, admins: admins.map(({ id }) => id) };
}

/**
 * Whoever makes a link could sign in with it as the second person that an action needs: without email, where the link
 * is shown, and for an invitation, whose email one admin chose.
 */
export async function needsSecondAdmin(
  client: pg.ClientBase,
  person: Pick<Person, "role" | "state">,
): Promise<boolean> {
  if (await isApprover(client, person.role)) return person.state === "invited" || !isMailConfigured();
  const mayApprove = Object.values(DECIDING_PERMISSIONS).some((permission) => can(person.role, permission));
  return !isMailConfigured() && mayApprove && person.state === "active";
}

type Decided = { person: Person; requestedById: string };

export type DecidedRecovery =
  | (Decided & { is: "factors-removed"; factors: number })
  | (Decided & { is: "link-created"; link: DeliveredLink })
  | (Decided & { is: "declined" })
  | Rejected;

/**
 * Everything is checked on locked rows: the request is open, it is not the confirming admin's own, and both are still
 * admins. Of two admins who confirm at the same time, the second finds it decided.
 */
export async function decideRecovery(
  client: pg.ClientBase,
  actor: Pick<Actor, "id" | "name">,
  recoveryId: string,
  isConfirmed: boolean,
): Promise<DecidedRecovery> {
  await lockAdmins(client);
  if (!(await isActiveAdmin(client, actor.id))) return { is: "rejected", message: NO_LONGER_ADMIN };
  const recovery = await lockRecovery(client, recoveryId);
  const person = recovery && (await lockPerson(client, recovery.personId));
  if (!recovery?.isOpen || !person)
    return { is: "rejected", message: "This request was already decided, or has expired." };
  if (isConfirmed && [recovery.requestedById, person.id].includes(actor.id))
    return { is: "rejected", message: "Another admin has to confirm this." };
  if (isConfirmed && !recovery.isByAdmin)
    return { is: "rejected", message: "The person who asked for this is no longer an admin." };
  if (isConfirmed && person.state === "disabled")
    return { is: "rejected", message: "This person was disabled in the meantime." };
  await client.query(
    "update recoveries set decided_by = $2, decided_at = now(), is_confirmed = $3 where id = $1",
    [recoveryId, actor.id, isConfirmed],
  );
  const { requestedById } = recovery;
  if (actor.id !== requestedById) {
    const title = `${actor.name} ${isConfirmed ? "confirmed" : "declined"} what you asked for ${person.name}`;
    const notice = {
      kind: isConfirmed ? "recovery-confirmed" : "recovery-declined",
      title,
      href: "/settings/team",
    };
    await notifyPerson(client, requestedById, notice);
  }
  if (!isConfirmed) return { is: "declined", person, requestedById };
  const by = `${recovery.requestedBy} and ${actor.name}`;
  return recovery.kind === "factors"
    ? { is: "factors-removed", person, requestedById, factors: await removeLostFactors(client, person, by) }
    : { is: "link-created", person, requestedById, link: await createPasswordLink(client, person, by) };
}

/** Tells the person: by email, and in Cardwell when they are back. */
export async function removeLostFactors(
  client: pg.ClientBase,
  person: Person,
  removedBy: string,
): Promise<number> {
  const factors = await removeAllFactors(client, person);
  await queueFactorsRemovedMail(client, person, removedBy);
  const title = `${removedBy} removed your second factors`;
  await notifyPerson(client, person.id, { kind: "factors-removed", title, href: "/settings/security" });
  return factors;
}

/** A person who has signed in before is told who created it. */
export async function createPasswordLink(
  client: pg.ClientBase,
  person: Person,
  createdBy: string,
  what = "link to set a new password",
): Promise<DeliveredLink> {
  if (person.state === "invited") return deliverLink(client, person, "invite", createdBy);
  const title = `${createdBy} created a ${what} for you`;
  await notifyPerson(client, person.id, { kind: "password-link", title, href: "/settings/profile" });
  return deliverLink(client, person, "reset", createdBy);
}

export async function listRecoveries(): Promise<Recovery[]> {
  const db = await pool();
  const { rows } = await db.query<Recovery>(
    `select r.id, r.kind, r.person_id as "personId", p.name as person, r.requested_by as "requestedById",
            q.name as "requestedBy", r.expires_at as "expiresAt"
     from recoveries r join people p on p.id = r.person_id join people q on q.id = r.requested_by
     where r.decided_at is null and r.expires_at > now() order by r.requested_at`,
  );
  return rows;
}

type LockedRecovery = {
  kind: RecoveryKind;
  personId: string;
  requestedById: string;
  requestedBy: string;
  isByAdmin: boolean;
  isOpen: boolean;
};

async function lockRecovery(client: pg.ClientBase, id: string): Promise<LockedRecovery | null> {
  const { rows } = await client.query<LockedRecovery>(
    `select r.kind, r.person_id as "personId", r.requested_by as "requestedById", q.name as "requestedBy",
            q.role = 'admin' and q.state = 'active' as "isByAdmin",
            r.decided_at is null and r.expires_at > now() as "isOpen"
     from recoveries r join people q on q.id = r.requested_by where r.id = $1 for update of r`,
    [id],
  );
  return rows[0] ?? null;
}

const NO_SECOND_ADMIN =
  "This person can approve, so another admin must confirm this, and there is none. Give them a role that can’t approve first, and request their old role afterward.";

const RECENTLY_LOST_ADMIN = `Another admin was disabled or lost the role in the last ${RECOVERY_HOURS} hours, so nobody can agree to this. Only the server’s operator can do it now.`;

/** Otherwise, an admin could disable the others to be the only one who has to agree. */
async function hasLostAdmin(client: pg.ClientBase, except: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from audit where phase = 'finish' and outcome = 'succeeded' and target <> $1
       and action in ('person.disable', 'person.change-role') and at > now() - interval '${RECOVERY_HOURS} hours'
       and body::jsonb #>> '{before,role}' = 'admin' limit 1`,
    [except],
  );
  return Boolean(rowCount);
}

const NO_LONGER_ADMIN = "You’re no longer an admin. Nothing was changed.";

/** Call with the admins locked: the role may have been lost since the request was permitted. */
async function isActiveAdmin(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from people where id = $1 and role = 'admin' and state = 'active'",
    [id],
  );
  return Boolean(rowCount);
}

type Admin = Pick<Person, "id" | "name" | "email">;

async function listAdminsExcept(client: pg.ClientBase, except: readonly string[]): Promise<Admin[]> {
  const { rows } = await client.query<Admin>(
    "select id, name, email from people where role = 'admin' and state = 'active' and id <> all($1::uuid[])",
    [except],
  );
  return rows;
}
