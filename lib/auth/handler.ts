import "server-only";
import NextAuth, { type NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { returnPath } from "@/lib/domain/return-path";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { currentSessionId } from "./actor";
import { readAuthRequest } from "./auth-request";
import { SESSION_SECONDS, sessionCookie } from "./cookie";
import { setDeviceCookie } from "./device-cookie";
import { type RequestInfo, readRequestInfo } from "./request-info";
import { sessionSecret, sessionToken } from "./session-token";
import { type Browser, type SignInOutcome, signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { throttledWords } from "./throttle";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** What happened inside next-auth, which can only tell a caller yes or no, and tells them what an error says. */
type Course = { signIn?: SignInOutcome; error?: unknown };

const BUSY_RETRY_SECONDS = 5;

/** The few routes of next-auth that we serve, with our own answers where a sign-in is throttled or fails. */
export async function handleAuth(given: Request, context: RouteContext): Promise<Response> {
  const request = await readAuthRequest(given);
  if (request instanceof Response) return request;
  const info = readRequestInfo(request.headers);
  const course: Course = {};
  try {
    // next-auth reads its own address from here and nowhere else.
    process.env.NEXTAUTH_URL = env().publicUrl.href;
    const browser: Browser = {
      readCookie: (name) => request.cookies.get(name)?.value,
      earlierSessionId: await currentSessionId(),
    };
    const response = await NextAuth(options(info, browser, course))(request, context);
    if (course.error) throw course.error;
    if (course.signIn?.is === "signed-in") await setDeviceCookie(course.signIn.device);
    return refusal(course.signIn) ?? response;
  } catch (error) {
    log().error({ err: error, requestId: info.requestId }, "Authentication request failed");
    return answer(500, "failed", `Something went wrong on our side. Request ID: ${info.requestId}.`);
  }
}

function options(info: RequestInfo, browser: Browser, course: Course): NextAuthOptions {
  return {
    secret: sessionSecret(),
    jwt: sessionToken,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/login", error: "/login" },
    // Codes only: what comes with them may hold a token.
    logger: {
      error: (code) => log().error({ code }, "next-auth error"),
      warn: (code) => log().debug({ code }, "next-auth warning"),
    },
    providers: [
      Credentials({
        id: "credentials",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials) {
          const { email, password } = credentials ?? {};
          try {
            course.signIn = await signIn({ email, password }, info, browser);
          } catch (error) {
            course.error = error;
          }
          const signedIn = course.signIn?.is === "signed-in" ? course.signIn : null;
          return signedIn && { id: signedIn.personId, sid: signedIn.sessionId };
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
        if (typeof token?.sid !== "string") return;
        await signOut(token.sid, info).catch((error: unknown) => {
          course.error = error;
        });
      },
    },
  };
}

/** Null where next-auth's own answer will do: someone was let in, or the password was wrong. */
function refusal(outcome: SignInOutcome | undefined): Response | null {
  if (outcome?.is === "throttled")
    return answer(429, "throttled", throttledWords(outcome), outcome.retryAfterSeconds);
  if (outcome?.is === "busy")
    return answer(
      503,
      "busy",
      "Many people are signing in right now. Try again in a few seconds.",
      BUSY_RETRY_SECONDS,
    );
  return null;
}

function answer(status: number, error: string, message: string, retryAfterSeconds?: number): Response {
  const retryAfter = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return Response.json(
    { error, message, retryAfterSeconds },
    { status, headers: { "cache-control": "no-store", ...retryAfter } },
  );
}
