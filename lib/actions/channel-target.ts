import "server-only";
import { findForbidden } from "@/lib/alerts/post-message";
import { findPlainHttp } from "@/lib/domain/alerts/channel";
import { type AppError, failure } from "@/lib/domain/result";
import { env } from "@/lib/env";

/** Why nothing may be sent to this URL; null if it may. */
export function refuseTarget(
  secretUrl: string,
  { requestId }: { requestId: string },
): { ok: false; error: AppError } | null {
  const url = new URL(secretUrl);
  const message = findForbidden(url, { privateHosts: env().alertHosts });
  if (!message) return null;
  const fields = { secretUrl: findPlainHttp(url, []) ?? PRIVATE };
  return failure({ code: "refused", message, requestId, retry: "never", fields });
}

const PRIVATE = "points to a private network. To allow it, add its host to ALERT_HOSTS";
