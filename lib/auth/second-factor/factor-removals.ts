import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { lockPerson, type Person } from "@/lib/auth/people";
import type { Actor } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { queueFactorsRemovedMail } from "@/lib/mail/account-mail";
import { countFactors, removeAllFactors } from "./change-factors";

export const REMOVAL_HOURS = 24;

/** A removal that waits for a second admin. */
export type FactorRemoval = {
  id: string;
  personId: string;
  person: string;
  requestedById: string;
  requestedBy: string;
  expiresAt: Date;
};

export type RequestedRemoval =
  | { is: "removed"; person: Person; factors: number }
  | { is: "waiting"; person: Person; admins: string[] }
  | { is: "rejected"; message: string };

/**
 * Removes the lost factors of another person, or asks the other admins for their word. An admin whose factors are lost
 * can't give it, so with only one other admin that one acts alone.
 */
export async function requestFactorRemoval(
  client: pg.ClientBase,
  actor: Actor,
  personId: string,
): Promise<RequestedRemoval> {
  if (personId === actor.id)
    return { is: "rejected", message: "Remove your own factors in Settings, Security." };
  await lockAdmins(client);
  const person = await lockPerson(client, personId);
  if (!person || (await countFactors(client, personId)) === 0)
    return { is: "rejected", message: "This person has no second factor." };
  const admins = await listAdminsExcept(client, [actor.id, personId]);
  if (admins.length === 0)
    return { is: "removed", person, factors: await removeLostFactors(client, person, actor.name) };
  await client.query(
    "update factor_removals set decided_at = now() where person_id = $1 and decided_at is null and expires_at <= now()",
    [personId],
  );
  const { rowCount } = await client.query(
    `insert into factor_removals (id, person_id, requested_by, expires_at)
     values ($1, $2, $3, now() + interval '${REMOVAL_HOURS} hours') on conflict do nothing`,
    [randomUUID(), personId, actor.id],
  );
  if (!rowCount) return { is: "rejected", message: "This removal is already waiting for another admin." };
  await client.query(
    `insert into notifications (person_id, kind, title, href)
     select unnest($1::uuid[]), 'factor-removal', $2, '/settings/team'`,
    [admins, `${actor.name} asks to remove the lost second factors of ${person.name}`],
  );
  return { is: "waiting", person, admins };
}

export type DecidedRemoval =
  | { is: "removed"; person: Person; factors: number }
  | { is: "declined"; person: Person }
  | { is: "rejected"; message: string };

/**
 * Everything is checked on locked rows: the request is open, it is not the confirming admin's own, and its requester is
 * still an admin. Of two admins who confirm at the same time, the second finds it decided.
 */
export async function decideFactorRemoval(
  client: pg.ClientBase,
  actor: Actor,
  removalId: string,
  isConfirmed: boolean,
): Promise<DecidedRemoval> {
  await lockAdmins(client);
  const removal = await findRemoval(client, removalId);
  const person = removal && (await lockPerson(client, removal.personId));
  if (!removal?.isOpen || !person)
    return { is: "rejected", message: "This request was already decided, or has expired." };
  if (isConfirmed && [removal.requestedById, person.id].includes(actor.id))
    return { is: "rejected", message: "Another admin has to confirm this." };
  if (isConfirmed && !removal.isByAdmin)
    return { is: "rejected", message: "The person who asked for this is no longer an admin." };
  await client.query(
    "update factor_removals set decided_by = $2, decided_at = now(), is_confirmed = $3 where id = $1",
    [removalId, actor.id, isConfirmed],
  );
  if (!isConfirmed) return { is: "declined", person };
  const removedBy = `${removal.requestedBy} and ${actor.name}`;
  return { is: "removed", person, factors: await removeLostFactors(client, person, removedBy) };
}

/** Tells the person: by email, and in Cardwell when they are back. */
export async function removeLostFactors(
  client: pg.ClientBase,
  person: Person,
  removedBy: string,
): Promise<number> {
  const factors = await removeAllFactors(client, person);
  await queueFactorsRemovedMail(client, person, removedBy);
  await client.query(
    `insert into notifications (person_id, kind, title, href)
     values ($1, 'factors-removed', $2, '/settings/security')`,
    [person.id, `${removedBy} removed your second factors`],
  );
  return factors;
}

export async function listFactorRemovals(): Promise<FactorRemoval[]> {
  const db = await pool();
  const { rows } = await db.query<FactorRemoval>(
    `select r.id, r.person_id as "personId", p.name as person, r.requested_by as "requestedById",
            q.name as "requestedBy", r.expires_at as "expiresAt"
     from factor_removals r join people p on p.id = r.person_id join people q on q.id = r.requested_by
     where r.decided_at is null and r.expires_at > now() order by r.requested_at`,
  );
  return rows;
}

type OpenRemoval = {
  personId: string;
  requestedById: string;
  requestedBy: string;
  isByAdmin: boolean;
  isOpen: boolean;
};

async function findRemoval(client: pg.ClientBase, id: string): Promise<OpenRemoval | null> {
  const { rows } = await client.query<OpenRemoval>(
    `select r.person_id as "personId", r.requested_by as "requestedById", q.name as "requestedBy",
            q.role = 'admin' and q.state = 'active' as "isByAdmin",
            r.decided_at is null and r.expires_at > now() as "isOpen"
     from factor_removals r join people q on q.id = r.requested_by where r.id = $1 for update of r`,
    [id],
  );
  return rows[0] ?? null;
}

/** As in changePerson: who is an admin can't change until the transaction ends. */
async function lockAdmins(client: pg.ClientBase): Promise<void> {
  await client.query("select 1 from people where role = 'admin' for update");
}

async function listAdminsExcept(client: pg.ClientBase, except: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from people where role = 'admin' and state = 'active' and id <> all($1::uuid[])",
    [except],
  );
  return rows.map(({ id }) => id);
}
