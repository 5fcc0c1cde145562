import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { rowContext, sealText, unsealText } from "@/lib/db/seal";
import { createTotpSecret, findTotpStep } from "./totp";

export type Authenticator = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** More are a mistake. */
export const MAX_AUTHENTICATORS = 5;

/** Adds an authenticator app that counts once its first code was accepted. Replaces unfinished attempts. */
export async function beginAuthenticator(
  client: pg.ClientBase,
  personId: string,
  name: string,
): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const secret = createTotpSecret();
  await client.query("delete from authenticators where person_id = $1 and confirmed_at is null", [personId]);
  await client.query("insert into authenticators (id, person_id, name, secret) values ($1, $2, $3, $4)", [
    id,
    personId,
    name,
    sealText(secret, contextOf(id)),
  ]);
  return { id, secret };
}

/** Returns false if the code is wrong, was used, or the authenticator is not waiting for its first code. */
export async function confirmAuthenticator(
  client: pg.ClientBase,
  personId: string,
  id: string,
  code: string,
): Promise<boolean> {
  const { rows } = await client.query<StoredAuthenticator>(
    `${SELECT} where id = $1 and person_id = $2 and confirmed_at is null for update`,
    [id, personId],
  );
  const [found] = rows;
  if (!found || !(await accept(client, found, code))) return false;
  await client.query("update authenticators set confirmed_at = now() where id = $1", [id]);
  return true;
}

/** Tries all of the person's apps. The rows are locked, so that two requests can't use the same code. */
export async function redeemAuthenticatorCode(
  client: pg.ClientBase,
  personId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await client.query<StoredAuthenticator>(
    `${SELECT} where person_id = $1 and confirmed_at is not null order by created_at, id for update`,
    [personId],
  );
  for (const authenticator of rows) if (await accept(client, authenticator, code)) return true;
  return false;
}

export async function listAuthenticators(
  db: pg.Pool | pg.ClientBase,
  personId: string,
): Promise<Authenticator[]> {
  const { rows } = await db.query<Authenticator>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from authenticators
     where person_id = $1 and confirmed_at is not null order by created_at, id`,
    [personId],
  );
  return rows;
}

type StoredAuthenticator = { id: string; secret: string; lastStep: string };

const SELECT = `select id, secret, last_step as "lastStep" from authenticators`;

async function accept(
  client: pg.ClientBase,
  { id, secret: sealed, lastStep }: StoredAuthenticator,
  code: string,
): Promise<boolean> {
  const secret = unsealText(sealed, contextOf(id));
  const step = secret && findTotpStep(secret, code, Number(lastStep));
  if (!step) return false;
  await client.query("update authenticators set last_step = $2, last_used_at = now() where id = $1", [
    id,
    step,
  ]);
  return true;
}

function contextOf(id: string): string {
  return rowContext("authenticators.secret", id);
}
