import "server-only";
import type pg from "pg";
import { listAuthenticators } from "@/lib/auth/second-factor/authenticators";
import type { ConfirmationWay } from "@/lib/domain/people/confirmation";

/**
 * How this person can confirm that it is them, the best first. A new kind of sign-in adds its way here, in
 * `confirm-identity.ts`, and in components/security/confirm-identity-dialog.tsx.
 */
export async function findConfirmationWays(
  db: pg.Pool | pg.ClientBase,
  personId: string,
): Promise<ConfirmationWay[]> {
  // Whoever knows only the password of a person with a second factor must not get further with it.
  if ((await listAuthenticators(db, personId)).length > 0) return ["code"];
  const { rowCount } = await db.query("select from people where id = $1 and password_hash is not null", [
    personId,
  ]);
  return rowCount ? ["password"] : ["sign-in"];
}
