import type { Breaker } from "./breaker";
import type { NotBefore } from "./not-before";

/** What dashboards on one database tell each other about the issuer. Durations, since their clocks may differ. */
export type GateState = {
  /** Grows with each move of the breaker. */
  version: number;
  /** How long the issuer wants no call; 0 when it takes them. */
  pauseMs: number;
  /** How long the breaker is open; 0 when a probe is due; null when it is closed. */
  openMs: number | null;
};

/** Each gives null where there is nobody to share with. A failure leaves each process to itself. */
export type GateStore = {
  read(): Promise<GateState | null>;
  hold(pauseMs: number): Promise<void>;
  /** Opens it for so long, or closes it with null; gives the new version. */
  move(openMs: number | null): Promise<number | null>;
  /** Asks to be the one who tries whether the issuer is back, for at most so long. */
  claimProbe(leaseMs: number): Promise<{ isMine: boolean; state: GateState } | null>;
};

/** A pause or an outage that another dashboard has met is known here after this long. */
const CACHE_MS = 1_000;
/** A database that hangs must not hold calls to the issuer for ever. */
const LONGEST_WAIT_MS = 2_000;

type Parts = { breaker: Breaker; notBefore: NotBefore; now: () => number; store: GateStore | null };

/** Keeps this process's breaker and pause in step with those of the other dashboards. */
export class SharedGate {
  readonly #parts: Parts;
  #version = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #telling: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes over what others have met. Asks the database at most once a second, however many calls are made. */
  async sync(): Promise<void> {
    const { store, now } = this.#parts;
    if (!store || now() - this.#readAt < CACHE_MS) return;
    this.#reading ??= soon(store.read())
      .then((state) => this.#adopt(state))
      .finally(() => {
        this.#readAt = now();
        this.#reading = null;
      });
    await this.#reading;
  }

  /** The issuer wants no call for so long. */
  async hold(pauseMs: number): Promise<void> {
    const { store, notBefore } = this.#parts;
    notBefore.hold(pauseMs);
    if (store && pauseMs > 0) await soon(store.hold(pauseMs));
  }

  /** Passes on what this process's breaker did. */
  tell(openMs: number | null): void {
    const { store } = this.#parts;
    if (!store) return;
    this.#telling = soon(store.move(openMs)).then((version) => {
      this.#version = Math.max(this.#version, version ?? 0);
    });
  }

  /** Waits until the others can know what was last passed on. */
  async told(): Promise<void> {
    if (!this.#telling) return;
    await this.#telling;
    this.#telling = null;
  }

  /** Whether a request may go out: as the one probe of all dashboards, or because the issuer turned out to be back. */
  async claimProbe(leaseMs: number): Promise<boolean> {
    const { store, breaker } = this.#parts;
    const claim = store ? await soon(store.claimProbe(leaseMs)) : null;
    // With nobody to ask, or nobody who has heard of the outage, the probe is ours.
    if (!claim || claim.isMine || claim.state.version <= this.#version) {
      return claim === null || claim.isMine || claim.state.openMs === null;
    }
    this.#adopt(claim.state);
    return breaker.state === "closed";
  }

  #adopt(state: GateState | null): void {
    if (!state) return;
    const { breaker, notBefore } = this.#parts;
    if (state.pauseMs > 0) notBefore.hold(state.pauseMs);
    if (state.version <= this.#version) return;
    this.#version = state.version;
    if (state.openMs === null) breaker.close();
    else breaker.open(state.openMs);
  }
}

/** Null when the database fails or takes too long: each process then goes by what it has met itself. */
async function soon<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS, null);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
