import "server-only";
import { env } from "@/lib/env";

/** Browsers send the origin with every POST. Behind a proxy the host header may match it instead of our public URL. */
export function isFromOurPage(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null || origin === env().publicUrl.origin) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get("host");
}
