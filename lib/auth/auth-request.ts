import "server-only";
import { NextRequest } from "next/server";

/** The routes of next-auth that we serve. Paths are compared as sent: an encoded or longer path is rejected. */
const ALLOWED_ROUTES = new Set([
  "GET /api/auth/csrf",
  "GET /api/auth/providers",
  // next-auth redirects here after a failure; both redirect to /login.
  "GET /api/auth/signin",
  "GET /api/auth/error",
  "POST /api/auth/callback/credentials",
  "POST /api/auth/callback/passkey",
  // Our own (single-sign-on/handle-single-sign-on.ts).
  "GET /api/auth/signin/oidc",
  "GET /api/auth/callback/oidc",
  "POST /api/auth/signout",
]);

/** next-auth copies values into a redirect, and answers with a 500 if they can't stand there. */
const REDIRECTS = ["/api/auth/signin", "/api/auth/error"];

const FORM_CONTENT_TYPE = "application/x-www-form-urlencoded";
// Fits a password of 1,000 characters, each encoded as three escaped bytes.
const MAX_BODY_BYTES = 16_384;

/**
 * Rejects every authentication request that could be interpreted in more than one way. The result has one value per
 * field, so that next-auth can't read another email than the one whose attempts were counted.
 */
export async function readAuthRequest(request: Request): Promise<NextRequest | Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (!ALLOWED_ROUTES.has(`${request.method} ${pathname}`)) return reject(404, "Not found.");
  if (REDIRECTS.includes(pathname) && !isPrintableAscii([...searchParams.values()].join("")))
    return reject(400, "Use printable ASCII characters.");
  if (request.method === "GET") return new NextRequest(request.url, { headers: request.headers });
  const contentType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (contentType !== FORM_CONTENT_TYPE)
    return reject(415, `Send the request as a form (${FORM_CONTENT_TYPE}).`);
  const body = await readBody(request);
  if (body === null) return reject(413, "The request is too large.");
  const names = [...new URLSearchParams(body).keys()];
  if (new Set(names).size < names.length) return reject(400, "Send each field once.");
  return new NextRequest(request.url, { method: "POST", headers: request.headers, body });
}

function isPrintableAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Stops reading and returns null if the body is too large. */
async function readBody(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); reader && read && !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reject(status: number, message: string): Response {
  const headers = { "cache-control": "no-store", ...(status === 413 ? { connection: "close" } : {}) };
  return Response.json({ error: "refused", message }, { status, headers });
}
