/** Expected failure is a value; a bug is a throw. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: AppError };

export type ErrorCode =
  | "signed-out"
  | "forbidden"
  | "invalid"
  | "not-found"
  | "refused"
  | "conflict"
  | "throttled"
  | "in-progress"
  | "issuer-unavailable"
  | "issuer-misconfigured"
  | "issuer-broken"
  | "unknown-outcome"
  | "internal";

/** What a person is told: what happened, whether trying again is safe, and a reference to quote. */
export type AppError = {
  code: ErrorCode;
  message: string;
  requestId: string;
  /** safe: the same call may be repeated. unsafe: it may have happened already. never: it will fail again. */
  retry: "safe" | "unsafe" | "never";
  fields?: FieldErrors;
};

/** A message for each wrong field, by its path (`kyc.residentialAddress.country`). */
export type FieldErrors = Record<string, string>;

export function success<T>(data: T): Result<T> {
  return { ok: true, data };
}

export function failure(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}
