import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import type { Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { findPerson, lockPerson, type Person } from "./people";
import { revokeSessionsOf } from "./sessions";
import { forgetWrongCodes } from "./throttle";

export type LinkPurpose = "invite" | "reset";

export const LINK_HOURS: Record<LinkPurpose, number> = { invite: 72, reset: 2 };

/** Creates a link to set a password once. Only its hash is stored, and the person's older links become invalid. */
export async function createLink(
  client: pg.ClientBase,
  personId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await invalidateLinksOf(client, personId);
  await client.query(
    `insert into one_time_links (token_hash, person_id, purpose, expires_at)
     values ($1, $2, $3, now() + make_interval(hours => $4))`,
    [hashOfLink(token), personId, purpose, LINK_HOURS[purpose]],
  );
  return new URL(`/welcome/${token}`, env().publicUrl).href;
}

export async function findLink(token: string): Promise<{ person: Person; purpose: LinkPurpose } | null> {
  const db = await pool();
  const { rows } = await db.query<{ person_id: string; purpose: LinkPurpose }>(
    "select person_id, purpose from one_time_links where token_hash = $1 and used_at is null and expires_at > now()",
    [hashOfLink(token)],
  );
  const [link] = rows;
  const person = link && (await findPerson(db, link.person_id));
  return link && person && person.state !== "disabled" ? { person, purpose: link.purpose } : null;
}

export async function invalidateLinksOf(client: pg.ClientBase, personId: string): Promise<void> {
  await client.query("update one_time_links set used_at = now() where person_id = $1 and used_at is null", [
    personId,
  ]);
}

export async function invalidateLinksOfRoles(client: pg.ClientBase, roles: readonly Role[]): Promise<void> {
  await client.query(
    `update one_time_links set used_at = now()
     where used_at is null and person_id in (select id from people where role = any($1))`,
    [roles],
  );
}

/** Uses up a valid link and locks its person. Only an invitation counts for an invited person. */
export async function takeLink(client: pg.ClientBase, token: string): Promise<Person | null> {
  const found = await client.query<{ person_id: string }>(
    "select person_id from one_time_links where token_hash = $1",
    [hashOfLink(token)],
  );
  // The person is locked before the link, in the same order as everywhere else, to prevent deadlocks.
  const person = found.rows[0] && (await lockPerson(client, found.rows[0].person_id));
  if (!person || person.state === "disabled") return null;
  const { rows } = await client.query<{ purpose: LinkPurpose }>(
    `update one_time_links set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()
     returning purpose`,
    [hashOfLink(token)],
  );
  const [link] = rows;
  return !link || (person.state === "invited" && link.purpose !== "invite") ? null : person;
}

/**
 * Sets the password if the link is valid, and ends all the person's sessions. Only an invitation activates an invited
 * person, and no link re-enables a disabled one.
 */
export async function redeemLink(
  client: pg.ClientBase,
  token: string,
  passwordHash: string,
): Promise<Person | null> {
  const person = await takeLink(client, token);
  if (!person) return null;
  await client.query("update people set password_hash = $2, state = 'active' where id = $1", [
    person.id,
    passwordHash,
  ]);
  await forgetWrongCodes(client, person.id);
  await revokeSessionsOf(client, person.id);
  return person;
}

/**
 * Replaces the password and invalidates open links. Returns false and changes nothing if the person was disabled or got
 * another password after `person` was read.
 */
export async function replacePassword(
  client: pg.ClientBase,
  person: Person,
  passwordHash: string,
): Promise<boolean> {
  const replaced = await client.query(
    "update people set password_hash = $3 where id = $1 and password_hash = $2 and state = 'active'",
    [person.id, person.passwordHash, passwordHash],
  );
  if (!replaced.rowCount) return false;
  await forgetWrongCodes(client, person.id);
  await invalidateLinksOf(client, person.id);
  return true;
}

export function hashOfLink(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
