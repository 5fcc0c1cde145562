import type { AppError, ErrorCode } from "@/lib/domain/result";

/** Headlines; the error's own message has the details. */
export const ERROR_TITLES = {
  "signed-out": "You’re signed out",
  forbidden: "Your role doesn’t allow this",
  "confirm-identity": "Not confirmed",
  invalid: "Invalid request",
  "not-found": "Not found",
  refused: "Request rejected",
  conflict: "Conflict with another change",
  throttled: "Too many requests",
  "in-progress": "Already in progress",
  "approval-required": "A second person must approve this",
  "issuer-unavailable": "The issuer is unavailable",
  "issuer-misconfigured": "The issuer rejected our API key",
  "issuer-broken": "Invalid response from the issuer",
  "unknown-outcome": "Outcome unknown: we’re checking with the issuer",
  internal: "Something went wrong on our side",
} as const satisfies Record<ErrorCode, string>;

export const RETRY_TEXT = {
  safe: "It’s safe to try again.",
  unsafe: "It may have gone through. Check before you try again.",
  never: "Trying again won’t help.",
} as const satisfies Record<AppError["retry"], string>;
