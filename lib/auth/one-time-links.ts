import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";
import { findPerson, type Person, setPassword } from "./people";
import { revokeSessionsOf } from "./sessions";

export type LinkPurpose = "invite" | "reset";

export const LINK_HOURS: Record<LinkPurpose, number> = { invite: 72, reset: 2 };

/** A link that lets its holder choose a password, once. Only its hash is kept; an older one of that person dies. */
export async function createLink(
  client: pg.ClientBase,
  personId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await client.query("update one_time_links set used_at = now() where person_id = $1 and used_at is null", [
    personId,
  ]);
  await client.query(
    `insert into one_time_links (token_hash, person_id, purpose, expires_at)
     values ($1, $2, $3, now() + make_interval(hours => $4))`,
    [hashOf(token), personId, purpose, LINK_HOURS[purpose]],
  );
  return new URL(`/welcome/${token}`, env().publicUrl).href;
}

export async function findLink(token: string): Promise<{ person: Person; purpose: LinkPurpose } | null> {
  const db = await pool();
  const { rows } = await db.query<{ person_id: string; purpose: LinkPurpose }>(
    "select person_id, purpose from one_time_links where token_hash = $1 and used_at is null and expires_at > now()",
    [hashOf(token)],
  );
  const [link] = rows;
  const person = link && (await findPerson(db, link.person_id));
  return link && person && person.state !== "disabled" ? { person, purpose: link.purpose } : null;
}

/** Sets the password if the link still works; every session of that person ends. */
export async function redeemLink(
  client: pg.ClientBase,
  token: string,
  passwordHash: string,
): Promise<Person | null> {
  const { rows } = await client.query<{ person_id: string }>(
    `update one_time_links set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()
     returning person_id`,
    [hashOf(token)],
  );
  const person = rows[0] && (await findPerson(client, rows[0].person_id));
  if (!person || person.state === "disabled") return null;
  await setPassword(client, person.id, passwordHash);
  await revokeSessionsOf(client, person.id);
  return person;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
