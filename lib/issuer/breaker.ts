const FAILURES_TO_OPEN = 5;
/** With a probe that hangs for the default deadline of 10 s, the issuer is still noticed within 20 s. */
const OPEN_MS = 5_000;

export type BreakerState = "closed" | "open" | "half-open";

/** Leave to send one request. What came of it must be said. */
export type Permit = { settle(isHealthy: boolean): void };

type State =
  | { name: "closed"; failures: number }
  | { name: "open"; until: number }
  /** One request is out to see whether the issuer is back. */
  | { name: "probing" };

/** Keeps calls away from an issuer that does not answer, and lets one at a time see whether it is back. */
export class Breaker {
  #state: State = { name: "closed", failures: 0 };
  readonly #now: () => number;
  readonly #onMove: (openMs: number | null) => void;

  /** `onMove` hears of what this breaker's own calls have moved: how long it is open, or null when it has closed. */
  constructor(now: () => number, onMove: (openMs: number | null) => void = () => undefined) {
    this.#now = now;
    this.#onMove = onMove;
  }

  get state(): BreakerState {
    if (this.#state.name === "open") return this.isDue ? "half-open" : "open";
    return this.#state.name === "probing" ? "half-open" : "closed";
  }

  /** Whether the next request would be the probe. */
  get isDue(): boolean {
    return this.#state.name === "open" && this.#now() >= this.#state.until;
  }

  /** How long it is certain that nothing will be let through. */
  get retryAfterMs(): number {
    return this.#state.name === "open" ? Math.max(0, this.#state.until - this.#now()) : 0;
  }

  /** Null: do not send. */
  admit(): Permit | null {
    if (this.isDue) this.#state = { name: "probing" };
    else if (this.#state.name !== "closed") return null;
    const admittedIn = this.#state;
    return {
      settle: (isHealthy) => {
        // What was sent before the breaker last turned tells nothing about the issuer of now.
        if (this.#state !== admittedIn) return;
        if (isHealthy) this.#succeed();
        else this.#fail();
      },
    };
  }

  /** Another process has opened it. A probe of our own that is out goes on: its answer is newer. */
  open(durationMs: number): void {
    if (this.#state.name !== "probing") this.#state = { name: "open", until: this.#now() + durationMs };
  }

  /** Another process has found the issuer well. */
  close(): void {
    if (this.#state.name !== "closed") this.#state = { name: "closed", failures: 0 };
  }

  #succeed(): void {
    if (this.#state.name === "closed") this.#state.failures = 0;
    else {
      this.#state = { name: "closed", failures: 0 };
      this.#onMove(null);
    }
  }

  #fail(): void {
    if (this.#state.name === "closed") {
      this.#state.failures += 1;
      if (this.#state.failures < FAILURES_TO_OPEN) return;
    }
    this.#state = { name: "open", until: this.#now() + OPEN_MS };
    this.#onMove(OPEN_MS);
  }
}
