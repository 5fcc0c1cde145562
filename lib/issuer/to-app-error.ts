import type { AppError, ErrorCode } from "@/lib/domain/result";
import { formatWait } from "@/lib/domain/time/wait";
import type { FailureKind, IssuerFailure } from "./failure";

const CODES = {
  refused: "refused",
  "fraud-block": "refused",
  "not-found": "not-found",
  unauthorized: "issuer-misconfigured",
  "rate-limited": "throttled",
  unavailable: "issuer-unavailable",
  "broken-contract": "issuer-broken",
  "unknown-outcome": "unknown-outcome",
} as const satisfies Record<FailureKind, ErrorCode>;

/** Converts a failure to the error shown to people, which says what happened and whether it's safe to retry. */
export function toAppError(failure: IssuerFailure): AppError {
  const { kind, message, requestId, retry } = failure;
  const error: AppError = { code: CODES[kind], message: `${message}${advice(failure)}`, requestId, retry };
  return failure.kind === "refused" && failure.fields ? { ...error, fields: failure.fields } : error;
}

const ADVICE = {
  never: () => "",
  unsafe: () => " Don’t send it again until the outcome is known. It could take effect twice.",
  safe: (waitMs) => (waitMs ? ` Try again in ${formatWait(waitMs)}.` : " It’s safe to try again."),
} as const satisfies Record<AppError["retry"], (waitMs: number | null) => string>;

function advice(failure: IssuerFailure): string {
  if (failure.kind === "unauthorized") return " Ask an admin to update the key.";
  return ADVICE[failure.retry]("retryAfterMs" in failure ? failure.retryAfterMs : null);
}
