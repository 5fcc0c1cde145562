import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import type { Role } from "@/lib/domain/permissions";

export const IDLE_LIMIT_MINUTES = 30;
export const ABSOLUTE_LIMIT_HOURS = 12;

const SEEN_STEP_SECONDS = 60;

/** Who is asking. Read from the database on each request, never from the cookie. */
export type Actor = { id: string; name: string; email: string; role: Role; sessionId: string };

export type SessionView = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  address: string | null;
  userAgent: string | null;
};

const ALIVE = `s.revoked_at is null and p.state = 'active'
  and s.last_seen_at > now() - interval '${IDLE_LIMIT_MINUTES} minutes'
  and s.created_at > now() - interval '${ABSOLUTE_LIMIT_HOURS} hours'`;

export async function createSession(
  client: pg.Pool | pg.ClientBase,
  session: { personId: string; address: string | null; userAgent: string | null },
): Promise<string> {
  const id = randomUUID();
  await client.query("insert into sessions (id, person_id, address, user_agent) values ($1, $2, $3, $4)", [
    id,
    session.personId,
    session.address,
    session.userAgent?.slice(0, 300) ?? null,
  ]);
  return id;
}

/** The person behind a live session; null once it is revoked, idle, too old, or the person is disabled. */
export async function findActor(sessionId: string): Promise<Actor | null> {
  const db = await pool();
  const { rows } = await db.query<Omit<Actor, "sessionId"> & { stale: boolean }>(
    `select p.id, p.name, p.email, p.role,
            s.last_seen_at < now() - interval '${SEEN_STEP_SECONDS} seconds' or p.last_seen_at is null as stale
     from sessions s join people p on p.id = s.person_id where s.id = $1 and ${ALIVE}`,
    [sessionId],
  );
  const [row] = rows;
  if (!row) return null;
  if (row.stale) await markSeen(db, sessionId);
  const { id, name, email, role } = row;
  return { id, name, email, role, sessionId };
}

/** The people behind those sessions that still live. Does not count as use: a stream left open is not a person at work. */
export async function findLiveActors(sessionIds: readonly string[]): Promise<Map<string, Actor>> {
  const db = await pool();
  const { rows } = await db.query<Actor>(
    `select p.id, p.name, p.email, p.role, s.id as "sessionId"
     from sessions s join people p on p.id = s.person_id where s.id = any($1) and ${ALIVE}`,
    [sessionIds],
  );
  return new Map(rows.map((actor) => [actor.sessionId, actor]));
}

export async function revokeSession(client: pg.Pool | pg.ClientBase, sessionId: string): Promise<boolean> {
  const revoked = await client.query(
    "update sessions set revoked_at = now() where id = $1 and revoked_at is null",
    [sessionId],
  );
  return Boolean(revoked.rowCount);
}

/** Ends a session that still lives, and tells whose it was. */
export async function endSession(client: pg.ClientBase, sessionId: string): Promise<Actor | null> {
  const { rows } = await client.query<Actor>(
    `update sessions s set revoked_at = now() from people p where s.id = $1 and p.id = s.person_id and ${ALIVE}
     returning p.id, p.name, p.email, p.role, s.id as "sessionId"`,
    [sessionId],
  );
  return rows[0] ?? null;
}

export async function revokeSessionsOf(
  client: pg.Pool | pg.ClientBase,
  personId: string,
  except: string | null = null,
): Promise<void> {
  await client.query(
    "update sessions set revoked_at = now() where person_id = $1 and revoked_at is null and id is distinct from $2",
    [personId, except],
  );
}

export async function listSessions(personId: string): Promise<SessionView[]> {
  const db = await pool();
  const { rows } = await db.query<SessionView>(
    `select s.id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.address, s.user_agent as "userAgent"
     from sessions s join people p on p.id = s.person_id where s.person_id = $1 and ${ALIVE} order by s.last_seen_at desc`,
    [personId],
  );
  return rows;
}

async function markSeen(db: pg.Pool, sessionId: string): Promise<void> {
  await db.query(
    `with seen as (update sessions set last_seen_at = now() where id = $1 returning person_id)
     update people set last_seen_at = now() from seen where people.id = seen.person_id`,
    [sessionId],
  );
}
