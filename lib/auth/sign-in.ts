import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { verifyPassword } from "./password";
import { findPersonByEmail } from "./people";
import type { RequestInfo } from "./request-info";
import { createSession } from "./sessions";
import { forgiveSignIn } from "./throttle";

/** A new session for the right password; null otherwise, in the same time whatever was wrong. */
export async function signIn(
  { email, password }: { email: string; password: string },
  { address, userAgent }: RequestInfo,
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
  await publish(["audit"]);
  return session;
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
