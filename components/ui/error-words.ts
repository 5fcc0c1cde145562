import type { AppError, ErrorCode } from "@/lib/domain/result";

/** What happened, as a headline. The error's own message says it in full. */
export const ERROR_TITLES = {
  "signed-out": "You are signed out",
  forbidden: "Your role does not allow this",
  invalid: "Something in the request is not right",
  "not-found": "There is nothing here",
  refused: "The issuer refused",
  conflict: "Someone was faster",
  throttled: "Too many tries",
  "in-progress": "This is already under way",
  "issuer-unavailable": "The issuer does not answer",
  "issuer-misconfigured": "The issuer does not accept our key",
  "issuer-broken": "The issuer's answer cannot be read",
  "unknown-outcome": "Nobody knows yet whether this happened",
  internal: "Something went wrong on our side",
} as const satisfies Record<ErrorCode, string>;

/** Whether it is safe to try again, said out loud. */
export const RETRY_WORDS = {
  safe: "It is safe to try again.",
  unsafe: "It may have happened already. Look before you try again.",
  never: "Trying again will not help.",
} as const satisfies Record<AppError["retry"], string>;
