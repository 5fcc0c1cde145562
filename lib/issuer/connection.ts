import type { EndpointName } from "@/lib/contract/endpoints";
import type { BreakerState } from "./breaker";
import type { FailureKind, IssuerResult } from "./failure";

/** The state of the connection to the issuer, derived from regular calls without extra probes. */
export type ConnectionState = {
  breaker: BreakerState;
  lastLatencyMs: number | null;
  /** The last response that follows the contract, including a rejection. */
  lastSuccessAt: string | null;
  lastFailure: LastFailure | null;
  /** How far the issuer's clock is ahead of ours, from its last response with a date; null if there was none. */
  clockSkewMs: number | null;
};

export type LastFailure = {
  at: string;
  call: EndpointName;
  kind: FailureKind;
  status: number | null;
  cause: string | null;
  message: string;
  requestId: string;
};

/** Failures in which the issuer responded properly, so the connection works. */
export const IS_ISSUER_RESPONSE = {
  refused: true,
  "fraud-block": true,
  "not-found": true,
  unauthorized: false,
  "rate-limited": false,
  unavailable: false,
  "broken-contract": false,
  "unknown-outcome": false,
} as const satisfies Record<FailureKind, boolean>;

export const FAILURE_KINDS = Object.keys(IS_ISSUER_RESPONSE) as FailureKind[];

/** Remembers the last success and failure. Calls that were never sent don't count. */
export class Connection {
  #lastLatencyMs: number | null = null;
  #lastSuccessAt: string | null = null;
  #lastFailure: LastFailure | null = null;
  #clockSkewMs: number | null = null;

  recordResponse(durationMs: number, clockSkewMs: number | null): void {
    this.#lastLatencyMs = Math.round(durationMs);
    this.#clockSkewMs = clockSkewMs ?? this.#clockSkewMs;
  }

  recordResult(result: IssuerResult<unknown>, nowMs: number): void {
    const at = new Date(nowMs).toISOString();
    if (result.ok) {
      this.#lastSuccessAt = at;
      return;
    }
    const { attempts, call, kind, status, cause, message, requestId } = result.failure;
    if (attempts === 0) return;
    if (IS_ISSUER_RESPONSE[kind]) this.#lastSuccessAt = at;
    else this.#lastFailure = { at, call, kind, status, cause, message, requestId };
  }

  state(breaker: BreakerState): ConnectionState {
    return {
      breaker,
      lastLatencyMs: this.#lastLatencyMs,
      lastSuccessAt: this.#lastSuccessAt,
      lastFailure: this.#lastFailure,
      clockSkewMs: this.#clockSkewMs,
    };
  }
}
