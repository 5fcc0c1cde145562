import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { pool } from "@/lib/db/database";

export const CHALLENGE_MINUTES = 5;

/** A session has one of each purpose; a sign-in without a session has the one in the browser's cookie. */
export type ChallengeOwner =
  | { purpose: "add" | "confirm"; sessionId: string }
  | { purpose: "sign-in"; id: string };

/** Replaces the owner's earlier one. */
export async function createChallenge(
  owner: { purpose: "add" | "confirm"; sessionId: string } | { purpose: "sign-in" },
): Promise<{ id: string; challenge: string }> {
  const db = await pool();
  const id = randomUUID();
  const challenge = randomBytes(32).toString("base64url");
  const sessionId = "sessionId" in owner ? owner.sessionId : null;
  await db.query("delete from passkey_challenges where session_id = $1 and purpose = $2", [
    sessionId,
    owner.purpose,
  ]);
  await db.query(
    `insert into passkey_challenges (id, challenge, purpose, session_id, expires_at)
     values ($1, $2, $3, $4, now() + interval '${CHALLENGE_MINUTES} minutes')`,
    [id, challenge, owner.purpose, sessionId],
  );
  return { id, challenge };
}

/** Uses it up, whatever the answer turns out to be. Null if it was used or has expired. */
export async function takeChallenge(owner: ChallengeOwner): Promise<string | null> {
  const db = await pool();
  const [column, value] = owner.purpose === "sign-in" ? ["id", owner.id] : ["session_id", owner.sessionId];
  const { rows } = await db.query<{ challenge: string; isValid: boolean }>(
    `delete from passkey_challenges where ${column} = $1 and purpose = $2
     returning challenge, expires_at > now() as "isValid"`,
    [value, owner.purpose],
  );
  return rows[0]?.isValid ? rows[0].challenge : null;
}
