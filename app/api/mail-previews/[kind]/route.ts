import type { MailKind } from "@/lib/domain/mail/messages";
import { renderHtml } from "@/lib/domain/mail/render-mail";
import { errorResponse } from "@/lib/queries/define-route";
import { getMailPreview } from "@/lib/queries/mails";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

/** Stricter than that of the pages, which applies too: the mail needs no script. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export async function GET(
  request: Request,
  context: { params: Promise<{ kind: string }> },
): Promise<Response> {
  const preview = await getMailPreview((await context.params) as { kind: MailKind });
  return preview.ok
    ? new Response(renderHtml(preview.data, request.headers.get("x-nonce")), { headers: HEADERS })
    : errorResponse(preview.error);
}
