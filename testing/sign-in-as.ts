import { setSessionCookie } from "@/lib/auth/cookie";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import type { Role } from "@/lib/domain/people/permissions";
import { resetTestRequest } from "./test-request";

export type SignedIn = { personId: string; sessionId: string };

/** Signs a demo person in, in a browser of their own. */
export async function signInAs(role: Role): Promise<SignedIn> {
  const person = await findPersonByEmail(await pool(), DEMO_PEOPLE[role].email);
  if (!person) throw new Error(`There is no demo person with the role ${role}`);
  return signInPerson(person.id);
}

/** Signs anyone in, in a browser of their own. */
export async function signInPerson(personId: string): Promise<SignedIn> {
  const sessionId = await createSession(await pool(), { personId, address: null, userAgent: null });
  await continueSession(sessionId);
  return { personId, sessionId };
}

/** Opens a browser that has this session's cookie, and no other. */
export async function continueSession(sessionId: string): Promise<void> {
  resetTestRequest();
  await setSessionCookie(sessionId);
}
