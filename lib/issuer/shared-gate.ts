import type { Breaker } from "./breaker";
import type { RateLimitGate } from "./rate-limit-gate";

/** The issuer's state as shared between instances on one database. It uses durations, because clocks may differ. */
export type GateState = {
  /** Increases with each change of the circuit breaker. */
  version: number;
  /** The remaining rate limit; 0 if calls are accepted. */
  pauseMs: number;
  /** How long the circuit breaker stays open; 0 if a probe is due, null if it is closed. */
  openMs: number | null;
};

/** The methods return null if there are no other instances to share with. */
export type GateStore = {
  read(): Promise<GateState | null>;
  pauseCalls(pauseMs: number): Promise<void>;
  /** Opens the circuit breaker for `openMs`, or closes it if that is null; returns the new version. */
  setBreaker(openMs: number | null): Promise<number | null>;
  /** Tries to claim the only probe; the claim expires after `leaseMs`. */
  claimProbe(leaseMs: number): Promise<{ isClaimed: boolean; state: GateState } | null>;
};

/** The maximum delay until a rate limit or an outage seen by another instance is known here. */
const CACHE_MS = 1_000;
/** A hanging database must not block calls to the issuer. */
const MAX_WAIT_MS = 2_000;

type Options = { breaker: Breaker; rateLimit: RateLimitGate; now: () => number; store: GateStore | null };

/** Synchronizes this process's circuit breaker and rate limit with the other instances. */
export class SharedGate {
  readonly #options: Options;
  #version = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #publishing: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Applies the other instances' changes; reads the database at most once a second. */
  async sync(): Promise<void> {
    const { store, now } = this.#options;
    if (!store || now() - this.#readAt < CACHE_MS) return;
    this.#reading ??= orNullOnFailure(store.read())
      .then((state) => this.#apply(state))
      .finally(() => {
        this.#readAt = now();
        this.#reading = null;
      });
    await this.#reading;
  }

  async pauseCalls(pauseMs: number): Promise<void> {
    const { store, rateLimit } = this.#options;
    rateLimit.closeFor(pauseMs);
    if (store && pauseMs > 0) await orNullOnFailure(store.pauseCalls(pauseMs));
  }

  /** Shares a change of this process's circuit breaker. */
  publish(openMs: number | null): void {
    const { store } = this.#options;
    if (!store) return;
    this.#publishing = orNullOnFailure(store.setBreaker(openMs)).then((version) => {
      this.#version = Math.max(this.#version, version ?? 0);
    });
  }

  /** Waits until the last published change is stored. */
  async flush(): Promise<void> {
    if (!this.#publishing) return;
    await this.#publishing;
    this.#publishing = null;
  }

  /** Returns true if a request may be sent: as the only probe of all instances, or because the issuer has recovered. */
  async claimProbe(leaseMs: number): Promise<boolean> {
    const { store, breaker } = this.#options;
    const claim = store ? await orNullOnFailure(store.claimProbe(leaseMs)) : null;
    // Without a store, or if the store doesn't know of the outage yet, this process probes.
    if (!claim || claim.isClaimed || claim.state.version <= this.#version) {
      return claim === null || claim.isClaimed || claim.state.openMs === null;
    }
    this.#apply(claim.state);
    return breaker.state === "closed";
  }

  #apply(state: GateState | null): void {
    if (!state) return;
    const { breaker, rateLimit } = this.#options;
    if (state.pauseMs > 0) rateLimit.closeFor(state.pauseMs);
    if (state.version <= this.#version) return;
    this.#version = state.version;
    if (state.openMs === null) breaker.close();
    else breaker.open(state.openMs);
  }
}

/** Null if the database fails or times out; the process then relies on its own calls. */
async function orNullOnFailure<T>(query: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS, null);
  });
  try {
    return await Promise.race([query, timeout]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    query.catch(() => undefined);
  }
}
