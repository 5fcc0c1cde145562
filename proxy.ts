import { type NextRequest, NextResponse } from "next/server";
import { cardNumberRedirect } from "@/lib/url/card-number-redirect";
import { PATH_HEADER } from "@/lib/url/path-header";

const REPORT_PATH = "/api/policy-reports";
const REPORT_GROUP = "policy";

/**
 * Not a security boundary: it sets security headers, passes on the requested path for the redirect after sign-in, and
 * removes card numbers from URLs. Every page, route and action checks the session and the permission itself, and
 * lib/auth/refuse-requests.ts refuses requests before Next reads them.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = respond(request, headers);
  response.headers.set("content-security-policy", policy);
  response.headers.set("reporting-endpoints", `${REPORT_GROUP}="${REPORT_PATH}"`);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  return response;
}

export const config = {
  // Static files and webhooks don't need the proxy, and it would buffer the body of sign-in requests from strangers.
  // next.config.mjs sets the headers of all three. Their paths are never percent-encoded, so a path with "%" is checked.
  matcher: ["/((?!(?:_next/static|api/webhooks|api/auth)/[^%]*$).*)"],
};

function respond(request: NextRequest, headers: Headers): NextResponse {
  const cleanUrl = request.method === "GET" ? cardNumberRedirect(new URL(request.url)) : null;
  return cleanUrl ? NextResponse.redirect(cleanUrl) : NextResponse.next({ request: { headers } });
}

function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Popups position themselves with style attributes; style elements need the nonce.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Browsers use the one they know.
    `report-uri ${REPORT_PATH}`,
    `report-to ${REPORT_GROUP}`,
  ].join("; ");
}
