import "server-only";
import NextAuth, { type NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { returnPath } from "@/lib/domain/people/return-path";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { logCounted } from "@/lib/logging/log-counted";
import { count } from "@/lib/metrics/record";
import { currentSessionId } from "./actor";
import { readAuthRequest } from "./auth-request";
import { SESSION_SECONDS, sessionCookie } from "./cookie";
import { setDeviceCookie } from "./device-cookie";
import { type RequestInfo, readRequestInfo } from "./request-info";
import { signInWithPasskey } from "./second-factor/passkey-sign-in";
import { sessionSecret, sessionToken } from "./session-token";
import { type Browser, type SignInOutcome, signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { handleSingleSignOn } from "./single-sign-on/handle-single-sign-on";
import { throttledMessage } from "./throttle";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** The result of our callbacks, because next-auth can only return success or failure and would expose error messages. */
type CallbackResult = { signIn?: SignInOutcome; error?: unknown };

const BUSY_RETRY_SECONDS = 5;

/** Serves the routes of next-auth that we use, with our own responses if a sign-in is throttled or fails. */
export async function handleAuth(incoming: Request, context: RouteContext): Promise<Response> {
  const request = await readAuthRequest(incoming);
  if (request instanceof Response) return request;
  const info = readRequestInfo(request.headers);
  const result: CallbackResult = {};
  try {
    // next-auth reads its URL only from this variable.
    process.env.NEXTAUTH_URL = env().publicUrl.href;
    const browser: Browser = {
      readCookie: (name) => request.cookies.get(name)?.value,
      previousSessionId: await currentSessionId(),
    };
    const singleSignOn = await handleSingleSignOn(request, info, browser);
    if (singleSignOn) return singleSignOn;
    const response = await NextAuth(options(info, browser, result))(request, context);
    if (result.error) throw result.error;
    if (result.signIn?.is === "signed-in") await setDeviceCookie(result.signIn.device);
    return throttledResponse(result.signIn) ?? response;
  } catch (error) {
    log().error({ err: error, requestId: info.requestId }, "Authentication request failed");
    return errorResponse(500, "failed", `Something went wrong on our side. Request ID: ${info.requestId}.`);
  }
}

function options(info: RequestInfo, browser: Browser, result: CallbackResult): NextAuthOptions {
  return {
    secret: sessionSecret(),
    jwt: sessionToken,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/login", error: "/login" },
    // Only the code is logged, because the details may contain a token.
    logger: {
      error: (code) => logCounted("warn", { code }, "next-auth error"),
      warn: (code) => log().debug({ code }, "next-auth warning"),
    },
    providers: [
      Credentials({
        id: "credentials",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize(credentials) {
          const { email, password } = credentials ?? {};
          return authorize("password", result, () => signIn({ email, password }, info, browser));
        },
      }),
      Credentials({
        id: "passkey",
        credentials: { response: { type: "text" } },
        authorize: (credentials) =>
          authorize("passkey", result, () => signInWithPasskey(credentials?.response, info, browser)),
      }),
    ],
    callbacks: {
      // The cookie contains only the session ID; the person and their role are read from the database.
      jwt: ({ token, user }) => ({ sid: user && "sid" in user ? user.sid : token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) =>
        new URL(returnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url), baseUrl).href,
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid !== "string") return;
        await signOut(token.sid, info).catch((error: unknown) => {
          result.error = error;
        });
      },
    },
  };
}

async function authorize(
  method: "password" | "passkey",
  result: CallbackResult,
  attempt: () => Promise<SignInOutcome>,
) {
  try {
    result.signIn = await attempt();
  } catch (error) {
    result.error = error;
  }
  count("cardwell_sign_ins_total", { method, result: result.signIn?.is ?? "failed" });
  const begun = result.signIn && "sessionId" in result.signIn ? result.signIn : null;
  return begun && { id: begun.personId, sid: begun.sessionId };
}

/** Returns null if next-auth's own response is used: after a sign-in, or after a wrong password. */
function throttledResponse(outcome: SignInOutcome | undefined): Response | null {
  if (outcome?.is === "throttled")
    return errorResponse(429, "throttled", throttledMessage(outcome), outcome.retryAfterSeconds);
  if (outcome?.is === "busy")
    return errorResponse(
      503,
      "busy",
      "Many people are signing in right now. Try again in a few seconds.",
      BUSY_RETRY_SECONDS,
    );
  return null;
}

function errorResponse(status: number, error: string, message: string, retryAfterSeconds?: number): Response {
  const retryAfter = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return Response.json(
    { error, message, retryAfterSeconds },
    { status, headers: { "cache-control": "no-store", ...retryAfter } },
  );
}
