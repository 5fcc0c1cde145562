import "server-only";
import type pg from "pg";
import { listAuthenticators } from "@/lib/auth/second-factor/authenticators";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { listPasskeys } from "@/lib/auth/second-factor/passkeys";
import { isLinked } from "@/lib/auth/single-sign-on/identities";
import type { ConfirmationWay } from "@/lib/domain/people/confirmation";

/** How this person can confirm that it is them, the best first. */
export async function findConfirmationWays(
  db: pg.Pool | pg.ClientBase,
  personId: string,
): Promise<ConfirmationWay[]> {
  const hasPasskey = (await listPasskeys(db, personId)).length > 0;
  const hasAuthenticator = (await listAuthenticators(db, personId)).length > 0;
  // Whoever knows only the password of a person with a second factor must not get further with it.
  if (hasPasskey || hasAuthenticator)
    return hasPasskey && passkeySite().works ? ["passkey", "code"] : ["code"];
  if (await isLinked(db, personId)) return ["provider"];
  const { rowCount } = await db.query("select from people where id = $1 and password_hash is not null", [
    personId,
  ]);
  return rowCount ? ["password"] : ["sign-in"];
}
