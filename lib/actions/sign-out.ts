"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { sessionCookie } from "@/lib/auth/cookie";
import { revokeSession } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { type Result, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

const endOwnSession = defineAction({
  permission: "profile.use",
  input: z.object({}),
  action: "session.end",
  target: () => null,
  async run({ actor, trace }) {
    trace.target = actor.id;
    await revokeSession(await pool(), actor.sessionId);
    return success(null);
  },
});

/**
 * A copy of the cookie is worth nothing afterwards: the session's row has ended. Returns only when it could not be
 * ended; the person then stays signed in and is told.
 */
export async function signOut(): Promise<Result<null>> {
  const ended = await endOwnSession(crypto.randomUUID(), {});
  if (!ended.ok && ended.error.code !== "signed-out") return ended;
  (await cookies()).delete(sessionCookie().name);
  redirect("/login");
}
