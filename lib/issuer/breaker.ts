const FAILURES_TO_OPEN = 5;
/** Short enough that a recovered issuer is detected within 20 s, even if a probe hangs for the default timeout of 10 s. */
const OPEN_MS = 5_000;

export type BreakerState = "closed" | "open" | "half-open";

/** A permit for one request; settle it with the result. */
export type Permit = { settle(isHealthy: boolean): void };

type State =
  | { name: "closed"; failures: number }
  | { name: "open"; until: number }
  /** One probe request is in flight. */
  | { name: "probing" };

/** Circuit breaker: blocks calls to an issuer that doesn't respond, and lets one probe at a time test whether it recovered. */
export class Breaker {
  #state: State = { name: "closed", failures: 0 };
  readonly #now: () => number;
  readonly #onChange: (openMs: number | null) => void;

  /** `onChange` is called only for changes caused by this process's calls: for how long it opened, or null if it closed. */
  constructor(now: () => number, onChange: (openMs: number | null) => void = () => undefined) {
    this.#now = now;
    this.#onChange = onChange;
  }

  get state(): BreakerState {
    if (this.#state.name === "open") return this.isProbeDue ? "half-open" : "open";
    return this.#state.name === "probing" ? "half-open" : "closed";
  }

  get isProbeDue(): boolean {
    return this.#state.name === "open" && this.#now() >= this.#state.until;
  }

  /** The time during which every call is certain to be rejected. */
  get retryAfterMs(): number {
    return this.#state.name === "open" ? Math.max(0, this.#state.until - this.#now()) : 0;
  }

  /** Returns null if the request must not be sent. */
  admit(): Permit | null {
    if (this.isProbeDue) this.#state = { name: "probing" };
    else if (this.#state.name !== "closed") return null;
    const admittedIn = this.#state;
    return {
      settle: (isHealthy) => {
        // A request sent before the last state change says nothing about the issuer's current health.
        if (this.#state !== admittedIn) return;
        if (isHealthy) this.#succeed();
        else this.#fail();
      },
    };
  }

  /** Applies an opening by another process, unless our own probe is in flight: its result will be newer. */
  open(durationMs: number): void {
    if (this.#state.name !== "probing") this.#state = { name: "open", until: this.#now() + durationMs };
  }

  /** Applies a closing by another process. */
  close(): void {
    if (this.#state.name !== "closed") this.#state = { name: "closed", failures: 0 };
  }

  #succeed(): void {
    if (this.#state.name === "closed") this.#state.failures = 0;
    else {
      this.#state = { name: "closed", failures: 0 };
      this.#onChange(null);
    }
  }

  #fail(): void {
    if (this.#state.name === "closed") {
      this.#state.failures += 1;
      if (this.#state.failures < FAILURES_TO_OPEN) return;
    }
    this.#state = { name: "open", until: this.#now() + OPEN_MS };
    this.#onChange(OPEN_MS);
  }
}
