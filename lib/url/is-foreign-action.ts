/**
 * Whether an action comes from another site's page. Next rejects it too, but with a 500 and with the caller's text
 * in the log.
 */
export function isForeignAction(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null || !headers.has("next-action")) return false;
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
