import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { verifyPassword } from "./password";
import { findPersonByEmail, lockPerson } from "./people";
import type { RequestInfo } from "./request-info";
import { createSession, endSession } from "./sessions";
import { forgiveSignIn } from "./throttle";

/**
 * A new session for the right password; null otherwise, in the same time whatever was wrong. It takes the place of the
 * session that the browser had before, whoever's that was.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { address, userAgent }: RequestInfo,
  earlierSessionId: string | null = null,
): Promise<{ personId: string; sessionId: string } | null> {
  const { pool } = await database();
  const person = await findPersonByEmail(pool, email);
  const isRight = await verifyPassword(person?.passwordHash ?? null, password);
  if (!person || !isRight || person.state !== "active") {
    await recordRefusal(person, address);
    return null;
  }
  await forgiveSignIn(email, address);
  const session = await inTransaction(pool, async (client) => {
    const current = await lockPerson(client, person.id);
    // Disabled, or given another password, while this one was being checked.
    if (current?.state !== "active" || current.passwordHash !== person.passwordHash) return null;
    if (earlierSessionId) await endEarlierSession(client, earlierSessionId, address);
    const sessionId = await createSession(client, { personId: person.id, address, userAgent });
    const { id, name, role } = person;
    await appendAudit(client, {
      phase: "event",
      action: "session.begin",
      outcome: "succeeded",
      actor: { id, name, role },
      target: person.id,
      address,
    });
    return { personId: person.id, sessionId };
  });
  if (!session) await recordRefusal(person, address);
  await publish(["audit"]);
  return session;
}

async function endEarlierSession(client: pg.ClientBase, sessionId: string, address: string): Promise<void> {
  const ended = await endSession(client, sessionId);
  if (!ended) return;
  const { id, name, role } = ended;
  await appendAudit(client, {
    phase: "event",
    action: "session.end",
    outcome: "succeeded",
    actor: { id, name, role },
    target: id,
    message: "Signed in again in the same browser",
    address,
  });
}

async function recordRefusal(person: { id: string; state: string } | null, address: string): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action: "session.begin",
      outcome: "denied",
      target: person?.id ?? null,
      message: person?.state === "disabled" ? "The person is disabled" : "Wrong e-mail or password",
      address,
    }),
  );
}
