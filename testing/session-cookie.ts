import { encode } from "next-auth/jwt";
import type pg from "pg";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import type { Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";

/** Signs a demo person in. */
export async function cookieOfRole(pool: pg.Pool, role: Role): Promise<string> {
  const person = await findPersonByEmail(pool, DEMO_PEOPLE[role].email);
  return cookieOfPerson(pool, person?.id ?? "");
}

/** The value of the session's cookie after a sign-in. */
export async function cookieOfPerson(pool: pg.Pool, personId: string): Promise<string> {
  const sid = await createSession(pool, { personId, address: null, userAgent: null });
  return encode({ token: { sid }, secret: env().authSecret });
}
