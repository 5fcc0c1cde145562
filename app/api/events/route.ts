import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { readRequestInfo } from "@/lib/auth/request-info";
import { openStream } from "@/lib/events/stream-hub";
import { errorResponse } from "@/lib/queries/define-route";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const dynamic = "force-dynamic";

/** Says what changed, as it changes. Never what it changed to: the browser reads that by itself. */
export async function GET(request: Request): Promise<Response> {
  const attempt = { action: ACCESS_DENIED, message: "Open the event stream" };
  const permitted = await permit("profile.use", attempt, readRequestInfo(request.headers));
  if (!permitted.ok) return errorResponse(permitted.error);
  const stream = await openStream(permitted.data, lastEventId(request));
  if (!stream) return new Response(null, { status: 503, headers: { connection: "close" } });
  request.signal.addEventListener("abort", () => stream.cancel().catch(() => undefined));
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** EventSource sends the header when it reconnects by itself; a page that reopens it sends the parameter. */
function lastEventId(request: Request): number | null {
  const given = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("since");
  return given !== null && /^\d{1,15}$/.test(given) ? Number(given) : null;
}
