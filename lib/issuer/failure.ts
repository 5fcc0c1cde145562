import type { EndpointName } from "@/lib/contract/endpoints";
import type { AppError, FieldErrors } from "@/lib/domain/result";

type Kind =
  /** The issuer understood the request and said no. */
  | { kind: "refused"; code: number; issuerMessage: string; fields: FieldErrors | null }
  /** The card is blocked for suspected fraud and cannot be frozen (400, code 59). */
  | { kind: "fraud-block"; code: number }
  | { kind: "not-found" }
  /** The issuer does not accept our key. */
  | { kind: "unauthorized" }
  /** The issuer wants no call for a while; this one did nothing. */
  | { kind: "rate-limited"; retryAfterMs: number | null }
  /** No use was had of the issuer. With `breakerOpen`, the call was not even sent. */
  | { kind: "unavailable"; breakerOpen: boolean; retryAfterMs: number | null }
  /** The issuer answered what the contract does not allow. */
  | { kind: "broken-contract" }
  /** It may have happened or not, and must not happen twice. */
  | { kind: "unknown-outcome" };

export type FailureKind = Kind["kind"];

/** What went wrong, before it is known how often and how long it was tried. */
export type Trouble = Kind & {
  status: number | null;
  /** What happened, for people. */
  message: string;
  /** What happened, for whoever runs the dashboard: a network code or what broke the contract, no content. */
  cause: string | null;
  retry: AppError["retry"];
};

export type IssuerFailure = Trouble & {
  call: EndpointName;
  requestId: string;
  /** Requests really sent. */
  attempts: number;
  /** False: none of them reached the issuer. */
  mayHaveArrived: boolean;
  durationMs: number;
};

export type IssuerAnswer = { status: number; durationMs: number; requestId: string; attempts: number };

export type IssuerResult<T> =
  | { ok: true; data: T; answer: IssuerAnswer }
  | { ok: false; failure: IssuerFailure };
