"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { currentSessionId } from "@/lib/auth/actor";
import { sessionCookie } from "@/lib/auth/cookie";
import { revokeSession } from "@/lib/auth/sessions";
import { providerSignOutUrl } from "@/lib/auth/single-sign-on/sign-out-url";
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
 * Ends the session in the database, so a copied cookie is useless too. Returns only if that fails; the person then
 * stays signed in and sees the error. A session at the provider ends afterward.
 */
export async function signOut(): Promise<Result<null>> {
  const sessionId = await currentSessionId();
  const ended = await endOwnSession(crypto.randomUUID(), {});
  if (!ended.ok && ended.error.code !== "signed-out") return ended;
  (await cookies()).delete(sessionCookie().name);
  redirect((sessionId && (await providerSignOutUrl(sessionId))) ?? "/login");
}
