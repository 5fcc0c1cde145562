import "server-only";
import type { RequestInfo } from "@/lib/auth/request-info";
import type { RemovedFactor } from "@/lib/auth/second-factor/change-factors";
import { failure, type Result, success } from "@/lib/domain/result";

export function removedFactorResult(
  outcome: RemovedFactor,
  missing: string,
  { requestId }: RequestInfo,
): Result<null> {
  if (outcome === "removed") return success(null);
  if (outcome === "missing")
    return failure({ code: "not-found", message: missing, requestId, retry: "never" });
  const message = "Your role requires a second factor. Add another one before you remove this one.";
  return failure({ code: "conflict", message, requestId, retry: "never" });
}
