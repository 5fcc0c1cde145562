import "server-only";
import type pg from "pg";
import { taskCommand } from "@/lib/domain/settings/task-command";
import type { Env } from "@/lib/env";

export type IssuerIdentity = { mode: Env["mode"]; origin: string };

/** The database belongs to another issuer. The message is one sentence. */
export class ForeignDatabaseError extends Error {
  override name = "ForeignDatabaseError";
}

export function identityOf({ mode, issuer }: Env): IssuerIdentity {
  return { mode, origin: new URL(issuer.url).origin };
}

const USE_ANOTHER_DATABASE = "set DATABASE_URL or DATA_DIR to another database";

/**
 * A database belongs to the issuer that it was first started with. An older database without an owner may be live, so
 * the sandbox can't claim one that has real people.
 */
export async function claimDatabase(db: pg.Pool, identity: IssuerIdentity): Promise<void> {
  await db.query(
    `insert into database_issuer (mode, origin) select $1, $2
     where $1 = 'live' or not exists (select 1 from people where not is_demo)
     on conflict do nothing`,
    [identity.mode, identity.origin],
  );
  await requireOwnDatabase(db, identity);
  if (!(await findOwner(db)))
    throw new ForeignDatabaseError(
      `This database has people who aren't the sandbox's, so the sandbox can't use it. Set CARD_API_URL to its issuer, or ${USE_ANOTHER_DATABASE}.`,
    );
}

/** Throws if the database belongs to another issuer; an unclaimed one is accepted. */
export async function requireOwnDatabase(db: pg.Pool, identity: IssuerIdentity): Promise<void> {
  const owner = await findOwner(db);
  if (owner && !isSameIssuer(owner, identity))
    throw new ForeignDatabaseError(mismatchMessage(owner, identity));
}

/** Returns null if the database is empty or was created before databases had owners. */
export async function findOwner(db: pg.Pool | pg.ClientBase): Promise<IssuerIdentity | null> {
  const { rowCount: hasTable } = await db.query("select where to_regclass('database_issuer') is not null");
  if (!hasTable) return null;
  const { rows } = await db.query<IssuerIdentity>("select mode, origin from database_issuer");
  return rows[0] ?? null;
}

/** All sandboxes count as the same issuer, whatever their port. */
export function isSameIssuer(one: IssuerIdentity, other: IssuerIdentity): boolean {
  return one.mode === other.mode && (one.mode === "sandbox" || one.origin === other.origin);
}

function mismatchMessage(owner: IssuerIdentity, identity: IssuerIdentity): string {
  if (owner.mode === "sandbox")
    return `This database belongs to the sandbox, whose logins are public, so it can't be used in live mode. Set DATABASE_URL or DATA_DIR to an empty database.`;
  if (identity.mode === "sandbox")
    return `This database belongs to the live issuer ${owner.origin}, so the sandbox can't use it: ${USE_ANOTHER_DATABASE}.`;
  return `This database belongs to the issuer ${owner.origin}, but CARD_API_URL is ${identity.origin}. Use another database (DATABASE_URL or DATA_DIR), or if the issuer has a new address, run ${taskCommand("issuer-move", `--from ${owner.origin}`)}`;
}
