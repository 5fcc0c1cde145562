import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import type { RequestInfo } from "./request-info";
import { type Actor, endSession } from "./sessions";

/** Adds no audit row if the session has already ended. */
export async function signOut(sessionId: string, { address }: RequestInfo): Promise<void> {
  const { pool } = await database();
  const actor = await inTransaction(pool, (client) => endSessionWithAudit(client, sessionId, { address }));
  if (!actor) return;
  await publish(["audit"]);
  log().info({ role: actor.role, personId: actor.id, address }, "Signed out");
}

export async function endSessionWithAudit(
  client: pg.ClientBase,
  sessionId: string,
  { address, message = null }: { address: string; message?: string | null },
): Promise<Actor | null> {
  const actor = await endSession(client, sessionId);
  if (!actor) return null;
  const { id, name, role } = actor;
  await appendAudit(client, {
    phase: "event",
    action: "session.end",
    outcome: "succeeded",
    actor: { id, name, role },
    target: id,
    message,
    address,
  });
  return actor;
}
