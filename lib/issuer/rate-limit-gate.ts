/** Holds back all calls until the end of the issuer's rate limit. */
export class RateLimitGate {
  #opensAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Never shortens a wait that is already set. */
  closeFor(durationMs: number): void {
    this.#opensAt = Math.max(this.#opensAt, this.#now() + durationMs);
  }

  waitMs(): number {
    return Math.max(0, this.#opensAt - this.#now());
  }
}
