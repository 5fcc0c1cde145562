import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";
import type { Person } from "./people";
import { isLinked } from "./single-sign-on/identities";

/** Whether a person may have and use a password: not if passwords are switched off, nor if a provider signs them in. */
export type PasswordRule = "allowed" | "switched-off" | "linked";

export async function findPasswordRule(
  db: pg.Pool | pg.ClientBase,
  person: Pick<Person, "id" | "email" | "role">,
): Promise<PasswordRule> {
  if (mayHavePassword(person, await isLinked(db, person.id))) return "allowed";
  return env().breakGlassEmail ? "switched-off" : "linked";
}

export function mayHavePassword({ email, role }: Pick<Person, "email" | "role">, isLinked: boolean): boolean {
  return env().breakGlassEmail ? isBreakGlass(email) && role === "admin" : !isLinked;
}

export async function isPasswordAllowed(person: Pick<Person, "id" | "email" | "role">): Promise<boolean> {
  return (await findPasswordRule(await pool(), person)) === "allowed";
}

/** The one admin who keeps a password, for the day on which the provider fails. */
export function isBreakGlass(email: string): boolean {
  return env().breakGlassEmail?.toLowerCase() === email.toLowerCase();
}

export function noPasswordMessage(): string {
  return `You sign in with ${env().singleSignOn?.name ?? "single sign-on"}, not with a password.`;
}

/** Switching passwords off also ends what was begun with one. */
export async function endPasswordSessions(db: pg.Pool): Promise<number> {
  const { breakGlassEmail } = env();
  if (!breakGlassEmail) return 0;
  const { rowCount } = await db.query(
    `update sessions s set revoked_at = now() from people p
     where p.id = s.person_id and s.method = 'password' and s.revoked_at is null
       and not (lower(p.email) = lower($1) and p.role = 'admin')`,
    [breakGlassEmail],
  );
  return rowCount ?? 0;
}
