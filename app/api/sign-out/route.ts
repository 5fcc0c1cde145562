import { cookies } from "next/headers";
import { signOut } from "@/lib/actions/sign-out";
import { currentSessionId } from "@/lib/auth/actor";
import { sessionCookie } from "@/lib/auth/cookie";
import { readRequestInfo } from "@/lib/auth/request-info";
import { providerSignOutUrl } from "@/lib/auth/single-sign-on/sign-out-url";
import { errorResponse } from "@/lib/queries/define-route";
import { isFromOurPage } from "@/lib/queries/is-from-our-page";

/**
 * What the browser has stored for this person: pages, and the list of what they opened. Not "cookies", which would also
 * sign out of other applications on the domain, and forget the theme and that this browser is known.
 */
const CLEAR_SITE_DATA = '"cache", "storage"';

/** A route, because an action can't set the header. If ending fails, the person stays signed in and sees the error. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPage(request.headers)) {
    const { requestId } = readRequestInfo(request.headers);
    const message = "This request came from another site.";
    return errorResponse({ code: "forbidden", message, requestId, retry: "never" });
  }
  const sessionId = await currentSessionId();
  const ended = await signOut(crypto.randomUUID(), {});
  if (!ended.ok && ended.error.code !== "signed-out") return errorResponse(ended.error);
  (await cookies()).delete(sessionCookie().name);
  // A session at the provider ends afterward.
  const next = (sessionId && (await providerSignOutUrl(sessionId))) ?? null;
  return Response.json(
    { next },
    { headers: { "clear-site-data": CLEAR_SITE_DATA, "cache-control": "no-store" } },
  );
}
