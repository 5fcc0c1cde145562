import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

export type Refusal = { status: number; message: string };

type Head = Pick<IncomingMessage, "method" | "url" | "headers">;

/** As much as Next accepts. */
const MAX_BODY_BYTES = 1_048_576;
const READS = ["GET", "HEAD", "OPTIONS"];
/** Their callers are no pages of ours; they check type, size, and sender themselves. */
const OPEN_ROUTES = ["/api/auth/", "/api/webhooks/", "/api/policy-reports"];
const CROSS_SITE: Refusal = { status: 403, message: "This request came from another site." };
const TOO_LARGE: Refusal = { status: 413, message: "The request is too large." };

export function isAction({ method, headers }: Pick<Head, "method" | "headers">): boolean {
  return method === "POST" && "next-action" in headers;
}

/** What is wrong with a request as far as its headers show, before anything reads its body. */
export function findRefusal(head: Head): Refusal | null {
  const { headers } = head;
  const path = decodedPath(head.url ?? "");
  if (path === null) return { status: 400, message: "This URL is invalid." };
  if (!isRouterState(headers["next-router-state-tree"]))
    return { status: 400, message: "The router state is invalid." };
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  // Nothing of ours sends it, and Next would parse it for anybody.
  if (type.startsWith("multipart/")) return { status: 415, message: "Multipart forms are not supported." };
  if (isAction(head) && path.startsWith("/api/"))
    return { status: 400, message: "Actions are called on pages." };
  if (!DOT_SEGMENT.test(path) && OPEN_ROUTES.some((route) => path.startsWith(route))) return null;
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) return TOO_LARGE;
  if (isAction(head)) return findActionRefusal(head, type);
  if (path.startsWith("/api/")) return isFromAnotherSite(headers) ? CROSS_SITE : null;
  return READS.includes(head.method ?? "") ? null : { status: 405, message: "A page can only be read." };
}

function findActionRefusal({ headers }: Head, type: string): Refusal | null {
  if (isForeign(headers)) return CROSS_SITE;
  if (type !== "text/plain") return { status: 415, message: "Send the arguments as text/plain." };
  return headers["content-length"] === undefined
    ? { status: 411, message: "Send the length of the body." }
    : null;
}

/** A browser resolves it before it asks; Next resolves it too, so that a page could be asked for as an open route. */
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;

/** Next finds a route by the decoded path, without empty segments. Null for one that it can't decode or that has dots. */
function decodedPath(url: string): string | null {
  const [path = ""] = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  if (!path.startsWith("/")) return null;
  try {
    // An encoded slash separates nothing: it is part of an ID, of which the page says that it doesn't exist.
    const segments = decodeURIComponent(path.replace(/%(2f|5c)/gi, "-")).replace(/\\/g, "/");
    return DOT_SEGMENT.test(segments) ? null : decodeURIComponent(path).replace(/[/\\]+/g, "/");
  } catch {
    return null;
  }
}

/** Next answers another one with a 500. */
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/** Another site can't read what a GET returns, but it could start exports and downloads with our cookies. */
function isFromAnotherSite(headers: Head["headers"]): boolean {
  return ["cross-site", "same-site"].includes(headers["sec-fetch-site"]?.toString() ?? "");
}

/** Next compares the origin too, but answers with a 500. */
function isForeign({ origin, host, ...headers }: Head["headers"]): boolean {
  if (origin === undefined) return false;
  const forwarded = headers["x-forwarded-host"]?.toString().split(",")[0]?.trim();
  return !URL.canParse(origin) || new URL(origin).host !== (forwarded ?? host);
}
