import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { readRequestInfo } from "@/lib/auth/request-info";
import { recordActivity } from "@/lib/auth/sessions";
import { errorResponse } from "@/lib/queries/define-route";
import { isFromOurPage } from "@/lib/queries/is-from-our-page";

/** Reports activity (lib/client/watch-activity.ts); the request has no body. */
export async function POST(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  if (!isFromOurPage(request.headers)) {
    const message = "This request came from another site.";
    return errorResponse({ code: "forbidden", message, requestId: info.requestId, retry: "never" });
  }
  const permitted = await permit("profile.use", { action: ACCESS_DENIED, message: "Report activity" }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  await recordActivity(permitted.data.sessionId);
  return new Response(null, { status: 204 });
}
