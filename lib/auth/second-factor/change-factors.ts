import "server-only";
import type pg from "pg";
import { lockPerson, type Person } from "@/lib/auth/people";
import { type Actor, revokeSessionsOf } from "@/lib/auth/sessions";
import { forgetWrongCodes } from "@/lib/auth/throttle";
import { queueFactorMail } from "@/lib/mail/account-mail";
import { findFactorRule } from "./factor-policy";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";

export type FactorKind = "authenticator" | "passkey";

const TABLES = { authenticator: "authenticators", passkey: "passkeys" } as const;

/**
 * Adds a factor with `add`, which returns false if it can't. Returns recovery codes if the person has none. Sessions
 * that began with a password alone end with the first factor, because one of them may be a thief's.
 */
export async function addFactor(
  client: pg.ClientBase,
  actor: Actor,
  kind: FactorKind,
  add: () => Promise<boolean>,
): Promise<string[] | null> {
  // Locked before the factors, in the same order as everywhere else.
  await lockPerson(client, actor.id);
  const hadFactor = (await countFactors(client, actor.id)) > 0;
  if (!(await add())) return null;
  if (!hadFactor) await revokeSessionsOf(client, actor.id, actor.sessionId);
  await queueFactorMail(client, actor, kind, "added");
  const hasCodes = (await countRecoveryCodes(client, actor.id)) > 0;
  return hasCodes ? [] : replaceRecoveryCodes(client, actor.id);
}

export type RemovedFactor = "removed" | "missing" | "required";

/** One's own. The last one stays if the role requires one. Without a factor there are no recovery codes. */
export async function removeFactor(
  client: pg.ClientBase,
  personId: string,
  kind: FactorKind,
  id: string,
): Promise<RemovedFactor> {
  const person = await lockPerson(client, personId);
  const { rows } = await client.query(`select 1 from ${TABLES[kind]} where id = $1 and person_id = $2`, [
    id,
    personId,
  ]);
  if (!person || rows.length === 0) return "missing";
  const isRequired = (await findFactorRule(client, person.role)) === "required";
  if (isRequired && (await countFactors(client, personId)) <= 1) return "required";
  await client.query(`delete from ${TABLES[kind]} where id = $1 and person_id = $2`, [id, personId]);
  if ((await countFactors(client, personId)) === 0)
    await client.query("delete from recovery_codes where person_id = $1", [personId]);
  await queueFactorMail(client, person, kind, "removed");
  return "removed";
}

/** For a person who lost them. Ends their sessions. Returns the number of factors that they had. */
export async function removeAllFactors(client: pg.ClientBase, person: Pick<Person, "id">): Promise<number> {
  const factors = await countFactors(client, person.id);
  for (const table of [...Object.values(TABLES), "recovery_codes"])
    await client.query(`delete from ${table} where person_id = $1`, [person.id]);
  await forgetWrongCodes(client, person.id);
  await revokeSessionsOf(client, person.id);
  return factors;
}

export async function countFactors(db: pg.Pool | pg.ClientBase, personId: string): Promise<number> {
  const { rows } = await db.query<{ factors: number }>(
    `select (select count(*) from authenticators where person_id = $1 and confirmed_at is not null)::int
          + (select count(*) from passkeys where person_id = $1)::int as factors`,
    [personId],
  );
  return rows[0]?.factors ?? 0;
}
