import "server-only";
import { cookies } from "next/headers";
import { env } from "@/lib/env";
import { sessionSecret, sessionToken } from "./session-token";
import { ABSOLUTE_LIMIT_HOURS } from "./sessions";

export const SESSION_SECONDS = ABSOLUTE_LIMIT_HOURS * 3600;

/** The `__Host-` prefix binds the cookie to this host and requires https. */
export function sessionCookie() {
  const isSecure = env().publicUrl.protocol === "https:";
  return {
    name: isSecure ? "__Host-cardwell.session" : "cardwell.session",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure } as const,
  };
}

/** As next-auth sets it after a password. */
export async function setSessionCookie(sessionId: string): Promise<void> {
  const { name, options } = sessionCookie();
  const value = await sessionToken.encode({
    token: { sid: sessionId },
    secret: sessionSecret(),
    maxAge: SESSION_SECONDS,
  });
  (await cookies()).set({ name, value, ...options, maxAge: SESSION_SECONDS });
}
