import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { isUuid } from "@/lib/domain/text/uuid";
import { sessionCookie } from "./cookie";
import { sessionToken } from "./session-token";
import { type Actor, findActor, findEnrollee } from "./sessions";

/** The signed-in person, looked up once per request; null without a valid session. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const sessionId = await currentSessionId();
  return sessionId ? findActor(sessionId) : null;
});

/** The person whose session must add a second factor first. Only enrollment and sign-out may use this. */
export const currentEnrollee = cache(async (): Promise<Actor | null> => {
  const sessionId = await currentSessionId();
  return sessionId ? findEnrollee(sessionId) : null;
});

export async function currentSessionId(): Promise<string | null> {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  if (!token) return null;
  const claims = await sessionToken.decode({ token });
  return typeof claims?.sid === "string" && isUuid(claims.sid) ? claims.sid : null;
}
