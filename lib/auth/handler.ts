import "server-only";
import NextAuth, { type NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { pool } from "@/lib/db/database";
import { returnPath } from "@/lib/domain/return-path";
import { env } from "@/lib/env";
import { currentSessionId } from "./actor";
import { SESSION_SECONDS, sessionCookie } from "./cookie";
import { readRequestInfo } from "./request-info";
import { sessionSecret, sessionToken } from "./session-token";
import { revokeSession } from "./sessions";
import { signIn } from "./sign-in";
import { countSignIn } from "./throttle";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** next-auth's routes, with sign-in throttled before anything is hashed. */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  if (isSignIn(request)) {
    const refused = await throttle(request);
    if (refused) return refused;
  }
  // next-auth reads its own address from here and nowhere else.
  process.env.NEXTAUTH_URL = env().publicUrl.href;
  return NextAuth(options())(request, context);
}

function options(): NextAuthOptions {
  return {
    secret: sessionSecret(),
    jwt: sessionToken,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/login", error: "/login" },
    providers: [
      Credentials({
        id: "credentials",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          const { email, password } = credentials ?? {};
          if (typeof email !== "string" || typeof password !== "string") return null;
          const info = readRequestInfo(new Headers(request.headers));
          const session = await signIn({ email, password }, info, await currentSessionId());
          return session && { id: session.personId, sid: session.sessionId };
        },
      }),
    ],
    callbacks: {
      // The cookie carries the session's id and nothing else: who and what they may is read from the database.
      jwt: ({ token, user }) => ({ sid: user && "sid" in user ? user.sid : token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) =>
        new URL(returnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url), baseUrl).href,
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await revokeSession(await pool(), token.sid);
      },
    },
  };
}

function isSignIn(request: Request): boolean {
  return request.method === "POST" && new URL(request.url).pathname.endsWith("/callback/credentials");
}

async function throttle(request: Request): Promise<Response | null> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  const email = form?.get("email");
  const { address } = readRequestInfo(request.headers);
  const throttled = await countSignIn(typeof email === "string" ? email.slice(0, 320) : "", address);
  if (!throttled) return null;
  const { retryAfterSeconds } = throttled;
  return Response.json(
    {
      error: "throttled",
      message: `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
      retryAfterSeconds,
    },
    { status: 429, headers: { "retry-after": String(retryAfterSeconds) } },
  );
}
