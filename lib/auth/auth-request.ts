import "server-only";
import { NextRequest } from "next/server";

/** What next-auth serves for us, by method and by the path as it was sent: an encoded or longer one is another. */
const SERVED = new Set([
  "GET /api/auth/csrf",
  "GET /api/auth/providers",
  // Where next-auth itself leads after a failure; both lead on to /login.
  "GET /api/auth/signin",
  "GET /api/auth/error",
  "POST /api/auth/callback/credentials",
  "POST /api/auth/signout",
]);

const FORM = "application/x-www-form-urlencoded";
// A password of 1,000 characters fits, each of them written as three escaped bytes.
const BODY_LIMIT_BYTES = 16_384;

/**
 * Everything that anyone may send to sign in or out, refused here unless it can be read in one way only. What comes
 * out has one value for each field, so that nobody after this can read another one than what was counted.
 */
export async function readAuthRequest(request: Request): Promise<NextRequest | Response> {
  const { pathname } = new URL(request.url);
  if (!SERVED.has(`${request.method} ${pathname}`)) return refuse(404, "Not found.");
  if (request.method === "GET") return new NextRequest(request.url, { headers: request.headers });
  const contentType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (contentType !== FORM) return refuse(415, `Send the request as a form (${FORM}).`);
  const body = await readBody(request);
  if (body === null) return refuse(413, "The request is too large.");
  const names = [...new URLSearchParams(body).keys()];
  if (new Set(names).size < names.length) return refuse(400, "Send each field once.");
  return new NextRequest(request.url, { method: "POST", headers: request.headers, body });
}

/** Null once it is longer than allowed; the rest is then not read. */
async function readBody(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); reader && read && !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > BODY_LIMIT_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refuse(status: number, message: string): Response {
  const headers = { "cache-control": "no-store", ...(status === 413 ? { connection: "close" } : {}) };
  return Response.json({ error: "refused", message }, { status, headers });
}
