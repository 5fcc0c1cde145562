import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { SIGNED_OUT } from "@/lib/domain/signed-out";
import { logCounted } from "@/lib/logging/log-counted";
import { isActionBody } from "./action-body";
import { sessionCookie } from "./cookie";
import { findRefusal, isAction, type Refusal } from "./find-refusal";
import { sessionToken } from "./session-token";

/** Fits the longest password, each character of which may be escaped. */
const MAX_BYTES_WITHOUT_SESSION = 16_384;
const REQUEST_STARTS = "http.server.request.start";
const NO_SESSION: Refusal = { status: 401, message: SIGNED_OUT };
const INVALID: Refusal = { status: 400, message: "The arguments of the action are invalid." };

/**
 * Answers what the caller did wrong before Next sees it: Next would parse it for anybody, answer it with a 500, and log
 * it. It works below Next, so that no path, header, or way around proxy.ts leads past it. Returns a function that ends it for servers without a request so far.
 */
export function refuseRequests(): () => void {
  const guarded = new WeakSet<Server>();
  const guardOnce = (message: unknown) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    guard(server);
  };
  subscribe(REQUEST_STARTS, guardOnce);
  return () => void unsubscribe(REQUEST_STARTS, guardOnce);
}

/** Node publishes a request before it emits the event, so that the first one is guarded too. */
function guard(server: Server): void {
  // Next never answers or closes a connection to upgrade, but for the one of its development tools.
  if (process.env.NODE_ENV !== "development") server.removeAllListeners("upgrade");
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = findRefusal(request) ?? (isAction(request) ? await findBodyRefusal(request) : null);
    if (refusal) refuse(response, refusal);
    else for (const listener of listeners) listener.call(server, request, response);
  });
}

async function findBodyRefusal(request: IncomingMessage): Promise<Refusal | null> {
  const bytes = Number(request.headers["content-length"]);
  if (bytes > MAX_BYTES_WITHOUT_SESSION && !(await hasSessionCookie(request))) return NO_SESSION;
  const body = await peekBody(request, bytes);
  return isActionBody(body.toString("utf8")) ? null : INVALID;
}

/** Only cookies that we made can be decrypted. Whether the session still exists is checked by the action. */
async function hasSessionCookie({ headers }: IncomingMessage): Promise<boolean> {
  const prefix = `${sessionCookie().name}=`;
  const cookie = headers.cookie?.split(/; */).find((pair) => pair.startsWith(prefix));
  return cookie !== undefined && (await sessionToken.decode({ token: cookie.slice(prefix.length) })) !== null;
}

/** Reads the whole body and puts it back. The promise stays open if the client goes away: nobody waits for an answer. */
function peekBody(request: IncomingMessage, bytes: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let missing = bytes;
    const read = () => {
      while (missing > 0) {
        const chunk: Buffer | null = request.read();
        if (chunk === null) return;
        chunks.push(chunk);
        missing -= chunk.length;
      }
      request.off("readable", read);
      request.unshift(Buffer.concat(chunks));
      resolve(Buffer.concat(chunks));
    };
    request.on("readable", read);
  });
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  logCounted("warn", { status, reason: message }, "Refused requests");
  response
    .writeHead(status, {
      // Next's client passes on a text of exactly this type.
      "content-type": "text/plain",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      // The body is not read.
      connection: "close",
    })
    .end(message);
}
