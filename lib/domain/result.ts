import type { ConfirmationWay } from "./people/confirmation";

/** Expected failures are values; bugs are thrown. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: AppError };

export const ERROR_CODES = [
  "signed-out",
  "forbidden",
  "confirm-identity",
  "invalid",
  "not-found",
  "refused",
  "conflict",
  "throttled",
  "in-progress",
  "approval-required",
  "issuer-unavailable",
  "issuer-misconfigured",
  "issuer-broken",
  "unknown-outcome",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What the person sees: what happened, whether a retry is safe, and an ID for support. */
export type AppError = {
  code: ErrorCode;
  message: string;
  requestId: string;
  /** safe: the call can be repeated. unsafe: it may already have happened. never: it will fail again. */
  retry: "safe" | "unsafe" | "never";
  fields?: FieldErrors;
  /** With `confirm-identity`: how the person can confirm that it is them. */
  confirmWith?: readonly ConfirmationWay[];
};

/** One message per invalid field, by its path (`kyc.residentialAddress.country`). */
export type FieldErrors = Record<string, string>;

/**
 * Errors after which the intent may still succeed, or an earlier attempt may have: the outcome isn't known, or the
 * server rejected this attempt before it looked at the intent.
 */
const OPEN_INTENT: ReadonlySet<ErrorCode> = new Set([
  "unknown-outcome",
  "in-progress",
  "signed-out",
  "forbidden",
  "confirm-identity",
  "approval-required",
]);

/** Another attempt then belongs to the same intent, with the same operation ID. */
export function isIntentOpen(code: ErrorCode): boolean {
  return OPEN_INTENT.has(code);
}

export function success<T>(data: T): Result<T> {
  return { ok: true, data };
}

export function failure(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}
