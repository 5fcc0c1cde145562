import { createHash } from "node:crypto";
import { currentContext, resume } from "./machines";

export type PendingEvent = { at: number; order: number; what: string; run(): void };

const START = Date.UTC(2026, 2, 2, 8);

/**
 * The only queue: timers, database replies, network deliveries, and people's steps all wait in it. Time passes only
 * when an event is taken out.
 */
class VirtualTime {
  #now = START;
  #order = 0;
  /** Sorted, the next event last. */
  #events: PendingEvent[] = [];
  #hash = createHash("sha256");
  #taken = 0;
  #countdowns: { left: number; run(): void }[] = [];

  get now(): number {
    return this.#now;
  }

  get elapsedMs(): number {
    return this.#now - START;
  }

  /** Events taken since the last reset. */
  get taken(): number {
    return this.#taken;
  }

  reset(elapsedMs = 0): void {
    this.#now = START + elapsedMs;
    this.#order = 0;
    this.#events = [];
    this.#hash = createHash("sha256");
    this.#taken = 0;
    this.#countdowns = [];
  }

  /** Runs `work` in the caller's context, unless that machine has crashed by then. */
  schedule(delayMs: number, what: string, work: () => void): PendingEvent {
    const context = currentContext();
    const event = {
      at: this.#now + Math.max(0, delayMs),
      order: this.#order++,
      what: `${context?.machine.name ?? "world"} ${what}`,
      run: () => resume(context, work),
    };
    this.#events.splice(this.#findPosition(event), 0, event);
    return event;
  }

  cancel(event: PendingEvent): void {
    const index = this.#events.indexOf(event);
    if (index >= 0) this.#events.splice(index, 1);
  }

  /** Takes the next event and sets the clock to its time; undefined if there is none until `end`. */
  takeNext(end = Number.POSITIVE_INFINITY): PendingEvent | undefined {
    const next = this.#events.at(-1);
    if (!next || next.at > end) return undefined;
    this.#events.pop();
    this.#now = next.at;
    this.#taken += 1;
    this.note(next.what);
    this.#countDown();
    return next;
  }

  /** Time passes, and everything that waits happens so much later. */
  skip(ms: number): void {
    this.#now += ms;
    for (const event of this.#events) event.at += ms;
  }

  /** Runs `run` right before the n-th event from now. */
  afterEvents(count: number, run: () => void): void {
    this.#countdowns.push({ left: count, run });
  }

  #countDown(): void {
    for (const countdown of this.#countdowns) countdown.left -= 1;
    const due = this.#countdowns.filter(({ left }) => left <= 0);
    this.#countdowns = this.#countdowns.filter(({ left }) => left > 0);
    for (const { run } of due) run();
  }

  /** Adds to the trace, which must be the same each time a seed runs. */
  note(text: string | Uint8Array): void {
    this.#hash.update(`${this.#now}\n`).update(text);
  }

  traceHash(): string {
    return this.#hash.copy().digest("hex").slice(0, 16);
  }

  #findPosition({ at }: PendingEvent): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const time = new VirtualTime();
