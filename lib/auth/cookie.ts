import "server-only";
import { env } from "@/lib/env";
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
