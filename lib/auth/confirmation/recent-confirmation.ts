import "server-only";
import type { Actor } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { CONFIRMATION_MINUTES } from "@/lib/domain/people/confirmation";
import type { AppError } from "@/lib/domain/result";
import { findConfirmationWays } from "./confirmation-ways";

/** Null if the person confirmed recently, in this session, that it is them. */
export async function findMissingConfirmation(
  { id, sessionId }: Pick<Actor, "id" | "sessionId">,
  requestId: string,
): Promise<AppError | null> {
  const db = await pool();
  const { rowCount } = await db.query(
    `select from sessions where id = $1 and confirmed_at > now() - interval '${CONFIRMATION_MINUTES} minutes'`,
    [sessionId],
  );
  if (rowCount) return null;
  return {
    code: "confirm-identity",
    message: "Confirm that it’s you to continue. Nothing was changed.",
    requestId,
    retry: "safe",
    confirmWith: await findConfirmationWays(db, id),
  };
}
