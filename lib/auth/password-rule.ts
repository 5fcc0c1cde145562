import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";
import { findPersonByEmail, type Person } from "./people";
import { isLinked } from "./single-sign-on/identities";

/**
 * Not if passwords are switched off, nor if a provider signs the person in. A passkey in place of the password follows the
 * same rule, because whoever is removed at the provider must not get in here.
 */
export async function isPasswordAllowed(
  db: pg.Pool | pg.ClientBase,
  person: Pick<Person, "id" | "email" | "role">,
): Promise<boolean> {
  return mayHavePassword(person, await isLinked(db, person.id));
}

export function mayHavePassword({ email, role }: Pick<Person, "email" | "role">, isLinked: boolean): boolean {
  return env().breakGlassEmail ? isBreakGlass(email) && role === "admin" : !isLinked;
}

/** For a page, which has no connection to the database. */
export async function findPasswordPermission(
  person: Pick<Person, "id" | "email" | "role">,
): Promise<boolean> {
  return isPasswordAllowed(await pool(), person);
}

/** The one admin who keeps a password, for the day on which the provider fails. */
export function isBreakGlass(email: string): boolean {
  return env().breakGlassEmail?.toLowerCase() === email.toLowerCase();
}

export function noPasswordMessage(): string {
  return `You sign in with ${env().singleSignOn?.name ?? "single sign-on"}, not with a password.`;
}

/** Switching passwords off also ends what began without the provider. */
export async function endPasswordSessions(db: pg.Pool): Promise<number> {
  const { breakGlassEmail } = env();
  if (!breakGlassEmail) return 0;
  const { rowCount } = await db.query(
    `update sessions s set revoked_at = now() from people p
     where p.id = s.person_id and s.method <> 'single-sign-on' and s.revoked_at is null
       and not (lower(p.email) = lower($1) and p.role = 'admin')`,
    [breakGlassEmail],
  );
  return rowCount ?? 0;
}

/** Why the emergency account would not open; null if it would, or if passwords are on. */
export async function findBreakGlassProblem(db: pg.Pool): Promise<string | null> {
  const { breakGlassEmail } = env();
  if (!breakGlassEmail) return null;
  const person = await findPersonByEmail(db, breakGlassEmail);
  if (!person) return "BREAK_GLASS_EMAIL belongs to nobody: invite this person as an admin";
  if (person.role !== "admin") return "BREAK_GLASS_EMAIL belongs to a person who isn't an admin";
  if (person.state !== "active" || !person.passwordHash)
    return "BREAK_GLASS_EMAIL belongs to an admin who has no password or is disabled";
  return null;
}
