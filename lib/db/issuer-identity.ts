import "server-only";
import type pg from "pg";
import type { Env } from "@/lib/env";

export type IssuerIdentity = { mode: Env["mode"]; origin: string };

/** The database holds another issuer's records. The message is one sentence. */
export class ForeignDatabaseError extends Error {
  override name = "ForeignDatabaseError";
}

export function identityOf({ mode, issuer }: Env): IssuerIdentity {
  return { mode, origin: new URL(issuer.url).origin };
}

/** A database belongs to the issuer that it was first started with. */
export async function claimDatabase(db: pg.Pool, identity: IssuerIdentity): Promise<void> {
  await db.query("insert into database_issuer (mode, origin) values ($1, $2) on conflict do nothing", [
    identity.mode,
    identity.origin,
  ]);
  await requireOwnDatabase(db, identity);
}

/** Refuses a database of another issuer. One that nobody has claimed yet is anyone's. */
export async function requireOwnDatabase(db: pg.Pool, identity: IssuerIdentity): Promise<void> {
  const owner = await findOwner(db);
  if (owner && !isSame(owner, identity)) throw new ForeignDatabaseError(refusal(owner, identity));
}

export async function findOwner(db: pg.Pool | pg.ClientBase): Promise<IssuerIdentity | null> {
  const { rows } = await db.query<IssuerIdentity>("select mode, origin from database_issuer");
  return rows[0] ?? null;
}

/** There is one sandbox, whichever port it listens on. */
function isSame(one: IssuerIdentity, other: IssuerIdentity): boolean {
  return one.mode === other.mode && (one.mode === "sandbox" || one.origin === other.origin);
}

const ANOTHER = "set DATABASE_URL or DATA_DIR to another";

function refusal(owner: IssuerIdentity, identity: IssuerIdentity): string {
  if (owner.mode === "sandbox")
    return `This database belongs to the sandbox, whose logins are published, so it cannot be used live: ${ANOTHER}.`;
  if (identity.mode === "sandbox")
    return `This database belongs to the live issuer ${owner.origin}, so the sandbox cannot use it: ${ANOTHER}.`;
  return `This database belongs to the issuer ${owner.origin}, and CARD_API_URL leads to ${identity.origin}: ${ANOTHER}, or if the same issuer has moved, run npm run issuer:move -- --from ${owner.origin}`;
}
