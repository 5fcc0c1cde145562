import type { EndpointName } from "@/lib/contract/endpoints";
import type { BreakerState } from "./breaker";
import type { FailureKind, IssuerResult } from "./failure";

/** What can be said of the connection to the issuer, from the calls that were made anyway. */
export type ConnectionState = {
  breaker: BreakerState;
  lastLatencyMs: number | null;
  /** When the issuer last answered as the contract says, a refusal included. */
  lastSuccessAt: string | null;
  lastFailure: LastFailure | null;
  /** How far the issuer's clock is ahead of ours, by its last answer; null where it never said. */
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

/** The failures that are an answer all the same: the connection works. */
const IS_ANSWER = {
  refused: true,
  "fraud-block": true,
  "not-found": true,
  unauthorized: false,
  "rate-limited": false,
  unavailable: false,
  "broken-contract": false,
  "unknown-outcome": false,
} as const satisfies Record<FailureKind, boolean>;

/** Remembers the last word of the issuer. Calls that were never sent have nothing to tell. */
export class Connection {
  #lastLatencyMs: number | null = null;
  #lastSuccessAt: string | null = null;
  #lastFailure: LastFailure | null = null;
  #clockSkewMs: number | null = null;

  noteAnswer(durationMs: number, clockSkewMs: number | null): void {
    this.#lastLatencyMs = Math.round(durationMs);
    this.#clockSkewMs = clockSkewMs ?? this.#clockSkewMs;
  }

  noteResult(result: IssuerResult<unknown>, nowMs: number): void {
    const at = new Date(nowMs).toISOString();
    if (result.ok) {
      this.#lastSuccessAt = at;
      return;
    }
    const { attempts, call, kind, status, cause, message, requestId } = result.failure;
    if (attempts === 0) return;
    if (IS_ANSWER[kind]) this.#lastSuccessAt = at;
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
