import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { readRequestInfo } from "@/lib/auth/request-info";
import { openStream } from "@/lib/events/stream-hub";
import { errorResponse } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const dynamic = "force-dynamic";

/** Sends only which topics changed, never the data; the browser reads that separately. */
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

/** EventSource sends the header when it reconnects; a page that opens a new stream sends the parameter. */
function lastEventId(request: Request): number | null {
  const id = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("since");
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null;
}
