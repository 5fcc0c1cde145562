/**
 * Whether an action, or a form that could be one, comes from another site's page. Next rejects it too, but with a 500
 * and with the caller's text in the log.
 */
export function isForeignAction({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const origin = headers.get("origin");
  if (origin === null || method !== "POST" || !(headers.has("next-action") || isMultipart(headers)))
    return false;
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Next looks for an action in every such form, without any other header. */
function isMultipart(headers: Headers): boolean {
  return headers.get("content-type")?.trim().toLowerCase().startsWith("multipart/form-data") ?? false;
}
