import "server-only";
import type pg from "pg";
import { env } from "@/lib/env";

type Client = pg.Pool | pg.ClientBase;

const IDENTITY_LOCK = 7_203_137;

/** How the configured provider is stored; null without one. A final slash doesn't make another provider. */
export function currentIssuer(): string | null {
  const { singleSignOn } = env();
  return singleSignOn && new URL(singleSignOn.issuer).href.replace(/\/$/, "");
}

/** Two first sign-ins of the same person at the same time must not create two people. */
export async function lockIdentity(client: pg.ClientBase, subject: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [IDENTITY_LOCK, subject]);
}

export async function findLinkedPersonId(client: Client, subject: string): Promise<string | null> {
  const { rows } = await client.query<{ person_id: string }>(
    "select person_id from identities where issuer = $1 and subject = $2",
    [currentIssuer(), subject],
  );
  return rows[0]?.person_id ?? null;
}

/** Replaces an earlier account of this person at the provider. */
export async function linkIdentity(client: pg.ClientBase, personId: string, subject: string): Promise<void> {
  await client.query(
    `insert into identities (issuer, subject, person_id) values ($1, $2, $3)
     on conflict (person_id, issuer) do update set subject = excluded.subject, linked_at = now()`,
    [currentIssuer(), subject, personId],
  );
}

/** From then on the person belongs to us again. */
export async function unlinkIdentity(client: pg.ClientBase, personId: string): Promise<void> {
  await client.query("delete from identities where issuer = $1 and person_id = $2", [
    currentIssuer(),
    personId,
  ]);
}

export async function findSubject(client: Client, personId: string): Promise<string | null> {
  const { rows } = await client.query<{ subject: string }>(
    "select subject from identities where issuer = $1 and person_id = $2",
    [currentIssuer(), personId],
  );
  return rows[0]?.subject ?? null;
}

/** A linked person's role and sign-in belong to the provider. */
export async function isLinked(client: Client, personId: string): Promise<boolean> {
  return (await findSubject(client, personId)) !== null;
}

export async function listLinkedPeople(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ person_id: string }>(
    "select person_id from identities where issuer = $1",
    [currentIssuer()],
  );
  return new Set(rows.map(({ person_id }) => person_id));
}
