import type { EndpointName } from "@/lib/contract/endpoints";
import type { AppError, FieldErrors } from "@/lib/domain/result";

type Kind =
  /** The issuer rejected the request with a reason. */
  | { kind: "refused"; code: number; issuerMessage: string; fields: FieldErrors | null }
  /** The card is blocked for suspected fraud and cannot be frozen (400, code 59). */
  | { kind: "fraud-block"; code: number }
  | { kind: "not-found" }
  /** The issuer does not accept our key. */
  | { kind: "unauthorized" }
  /** The issuer accepts no calls for a while; this one had no effect. */
  | { kind: "rate-limited"; retryAfterMs: number | null }
  /** The issuer couldn't be reached or failed. With `breakerOpen`, the request was not sent. */
  | { kind: "unavailable"; breakerOpen: boolean; retryAfterMs: number | null }
  /** The response violates the contract. */
  | { kind: "broken-contract" }
  /** The request may have taken effect, and must not be repeated. */
  | { kind: "unknown-outcome" };

export type FailureKind = Kind["kind"];

/** The failure of a single attempt; `IssuerFailure` adds the facts about the whole call. */
export type CallFailure = Kind & {
  status: number | null;
  /** Shown to people. */
  message: string;
  /** For operators: a network error code or the contract violation, without any content. */
  cause: string | null;
  retry: AppError["retry"];
};

export type IssuerFailure = CallFailure & {
  call: EndpointName;
  requestId: string;
  /** The number of requests actually sent. */
  attempts: number;
  /** False if none of them reached the issuer. */
  mayHaveArrived: boolean;
  durationMs: number;
};

export type ResponseInfo = { status: number; durationMs: number; requestId: string; attempts: number };

export type IssuerResult<T> =
  | { ok: true; data: T; response: ResponseInfo }
  | { ok: false; failure: IssuerFailure };
