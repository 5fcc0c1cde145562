import type { AppError, ErrorCode } from "@/lib/domain/result";
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

/** What a person is told: what happened, and whether trying again is safe. */
export function toAppError(failure: IssuerFailure): AppError {
  const { kind, message, requestId, retry } = failure;
  const error: AppError = { code: CODES[kind], message: `${message}${advice(failure)}`, requestId, retry };
  return failure.kind === "refused" && failure.fields ? { ...error, fields: failure.fields } : error;
}

const ADVICE = {
  refused: "",
  "fraud-block": "",
  "not-found": "",
  unauthorized: " An administrator must put it right; until then nothing can be sent.",
  "rate-limited": " Trying again is safe",
  unavailable: " Trying again is safe",
  "broken-contract": " Trying again is safe",
  "unknown-outcome": " Do not send it again before that is known: it could happen twice.",
} as const satisfies Record<FailureKind, string>;

function advice(failure: IssuerFailure): string {
  const text = ADVICE[failure.kind];
  if (failure.retry !== "safe") return failure.kind === "broken-contract" ? "" : text;
  const waitMs = "retryAfterMs" in failure ? failure.retryAfterMs : null;
  return `${text}${waitMs ? `, from ${inWords(waitMs)} from now` : ""}.`;
}

function inWords(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
