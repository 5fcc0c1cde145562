import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import type { Role } from "@/lib/domain/people/permissions";
import { IDLE_LIMIT_MINUTES, IDLE_WARNING_MINUTES } from "@/lib/domain/people/session-limits";
import type { SignInMethod } from "@/lib/domain/people/sign-in-method";
import { hasFactorSql, MUST_ADD_FACTOR } from "./second-factor/factor-sql";

export const ABSOLUTE_LIMIT_HOURS = 12;

/** The precision of the recorded activity, so that not every click writes to the database. */
const ACTIVITY_PRECISION_SECONDS = 30;

/** The signed-in person. Read from the database for each request, never from the cookie. */
export type Actor = { id: string; name: string; email: string; role: Role; sessionId: string };

export type SessionView = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  address: string | null;
  userAgent: string | null;
  method: SignInMethod;
};

/** It has not ended. It may be of no use yet, because a second factor is missing. */
export const IS_OPEN = `s.revoked_at is null and p.state = 'active'
  and s.last_seen_at > now() - interval '${IDLE_LIMIT_MINUTES} minutes'
  and s.created_at > now() - interval '${ABSOLUTE_LIMIT_HOURS} hours'`;

/** The person has proved who they are, with the second factor if they have one. */
export const IS_PROVED = `${IS_OPEN} and not s.needs_factor`;

/** The one rule for every page, route, action, and stream. */
export const IS_ACTIVE = `${IS_PROVED} and not ${MUST_ADD_FACTOR}`;

type NewSession = {
  personId: string;
  address: string | null;
  userAgent: string | null;
  method?: SignInMethod;
};

/**
 * A person with a second factor who gives a password is signed in only once they have given the factor too
 * (second-factor/finish-sign-in.ts). A passkey is two factors in one, and a provider asks for its own.
 */
export async function createSession(
  client: pg.Pool | pg.ClientBase,
  { personId, address, userAgent, method = "password" }: NewSession,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `with created as (
       insert into sessions (id, person_id, address, user_agent, method, needs_factor, confirmed_at)
       values ($1, $2, $3, $4, $5, $5 = 'password' and ${hasFactorSql("$2")},
               case when $5 <> 'single-sign-on' then now() end)
     )
     update people set last_seen_at = now() where id = $2`,
    [id, personId, address, userAgent?.slice(0, 300) ?? null, method],
  );
  return id;
}

/**
 * Returns null if the session is revoked, idle or too old, or the person is disabled. A lookup doesn't count as
 * activity, because open tabs poll.
 */
export async function findActor(sessionId: string): Promise<Actor | null> {
  const db = await pool();
  const { rows } = await db.query<Actor>({
    name: "find-actor",
    text: `select p.id, p.name, p.email, p.role, s.id as "sessionId"
           from sessions s join people p on p.id = s.person_id where s.id = $1 and ${IS_ACTIVE}`,
    values: [sessionId],
  });
  return rows[0] ?? null;
}

/** Whose session can do nothing until they add a second factor. */
export async function findEnrollee(sessionId: string): Promise<Actor | null> {
  const db = await pool();
  const { rows } = await db.query<Actor>(
    `select p.id, p.name, p.email, p.role, s.id as "sessionId"
     from sessions s join people p on p.id = s.person_id where s.id = $1 and ${IS_PROVED} and ${MUST_ADD_FACTOR}`,
    [sessionId],
  );
  return rows[0] ?? null;
}

export type LiveSession = { actor: Actor; isIdleSoon: boolean };

export async function findLiveSessions(sessionIds: readonly string[]): Promise<Map<string, LiveSession>> {
  const db = await pool();
  const { rows } = await db.query<Actor & { isIdleSoon: boolean }>(
    `select p.id, p.name, p.email, p.role, s.id as "sessionId",
            s.last_seen_at < now() - interval '${IDLE_LIMIT_MINUTES - IDLE_WARNING_MINUTES} minutes' as "isIdleSoon"
     from sessions s join people p on p.id = s.person_id where s.id = any($1) and ${IS_ACTIVE}`,
    [sessionIds],
  );
  return new Map(rows.map(({ isIdleSoon, ...actor }) => [actor.sessionId, { actor, isIdleSoon }]));
}

/** On any instance: without a live session nobody can see anything. */
export async function isAnyoneSignedIn(): Promise<boolean> {
  const db = await pool();
  const { rowCount } = await db.query(
    `select from sessions s join people p on p.id = s.person_id where ${IS_ACTIVE} limit 1`,
  );
  return Boolean(rowCount);
}

/** Has no effect on a session that has ended. */
export async function recordActivity(sessionId: string): Promise<void> {
  const db = await pool();
  const { rows } = await db.query<{ person_id: string }>(
    `update sessions s set last_seen_at = now() from people p
     where s.id = $1 and p.id = s.person_id and ${IS_ACTIVE}
       and s.last_seen_at < now() - interval '${ACTIVITY_PRECISION_SECONDS} seconds'
     returning s.person_id`,
    [sessionId],
  );
  const [seen] = rows;
  if (!seen) return;
  // A separate statement, because code that ends sessions locks the person first, and one statement could deadlock with it.
  await db.query("update people set last_seen_at = now() where id = $1", [seen.person_id]);
}

/** Why somebody else, or the limit, ended a session. */
export type EndReason = "limit" | "admin";

export type SessionEnd = "disabled" | "revoked" | "idle" | "too-old" | EndReason;

/** Returns the reason why a session ended; null if it is active or unknown. */
export async function findSessionEnd(sessionId: string): Promise<SessionEnd | null> {
  const db = await pool();
  const { rows } = await db.query<{ end: SessionEnd | null }>(
    `select case
       when p.state = 'disabled' then 'disabled'
       when s.revoked_at is not null then coalesce(s.end_reason, 'revoked')
       when s.last_seen_at <= now() - interval '${IDLE_LIMIT_MINUTES} minutes' then 'idle'
       when s.created_at <= now() - interval '${ABSOLUTE_LIMIT_HOURS} hours' then 'too-old'
     end as "end"
     from sessions s join people p on p.id = s.person_id where s.id = $1`,
    [sessionId],
  );
  return rows[0]?.end ?? null;
}

export async function revokeSession(client: pg.Pool | pg.ClientBase, sessionId: string): Promise<boolean> {
  const revoked = await client.query(
    "update sessions set revoked_at = now() where id = $1 and revoked_at is null",
    [sessionId],
  );
  return Boolean(revoked.rowCount);
}

/** Also one that lacks its second factor. Returns null if the session had already ended. */
export async function endSession(client: pg.ClientBase, sessionId: string): Promise<Actor | null> {
  const { rows } = await client.query<Actor>(
    `update sessions s set revoked_at = now() from people p where s.id = $1 and p.id = s.person_id and ${IS_OPEN}
     returning p.id, p.name, p.email, p.role, s.id as "sessionId"`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/** Returns how many could still be used. */
export async function revokeSessionsOf(
  client: pg.Pool | pg.ClientBase,
  personId: string,
  except: string | null = null,
): Promise<number> {
  const active = await client.query(
    `select from sessions s join people p on p.id = s.person_id
     where s.person_id = $1 and s.id is distinct from $2 and ${IS_ACTIVE}`,
    [personId, except],
  );
  await client.query(
    "update sessions set revoked_at = now() where person_id = $1 and revoked_at is null and id is distinct from $2",
    [personId, except],
  );
  return active.rowCount ?? 0;
}

export async function listSessions(personId: string): Promise<SessionView[]> {
  const db = await pool();
  const { rows } = await db.query<SessionView>(
    `select s.id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.address, s.user_agent as "userAgent",
            s.method
     from sessions s join people p on p.id = s.person_id where s.person_id = $1 and ${IS_ACTIVE} order by s.last_seen_at desc`,
    [personId],
  );
  return rows;
}
