/** The moment before which the issuer wants no call at all, from anyone. */
export class NotBefore {
  #moment = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A later moment stands against an earlier one, whichever was heard last. */
  hold(durationMs: number): void {
    this.#moment = Math.max(this.#moment, this.#now() + durationMs);
  }

  waitMs(): number {
    return Math.max(0, this.#moment - this.#now());
  }
}
