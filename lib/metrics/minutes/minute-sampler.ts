import "server-only";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { type Instance, MINUTE_MS, startOfMinute } from "@/lib/domain/instances/instance-minute";
import type { MinuteValues } from "@/lib/domain/instances/measures";
import type { NewMinute } from "./instance-minutes";
import { MinuteTally } from "./minute-tally";
import type { SharedValues } from "./shared-values";

/** Every 50 ms would cost an idle process 0.1% of a core. A pause that is shorter than this may be missed. */
const LOOP_RESOLUTION_MS = 200;
/** What can't be written is kept for as long as the charts show it. */
const MAX_UNWRITTEN = 60;

const NOT_READ: SharedValues = { missingRecords: null, waitingJobs: null, unprocessedWebhooks: null };

type Dependencies = {
  instance: Instance;
  countStreams(): number;
  readShared(): Promise<SharedValues>;
  write(minutes: readonly NewMinute[]): Promise<void>;
  onFailure(error: unknown): void;
  now?: () => number;
};

/** Writes one row at the end of each minute, and one at once and one at the end, so that the copy is listed. */
export class MinuteSampler {
  readonly tally = new MinuteTally();
  readonly #loopDelay: IntervalHistogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  readonly #dependencies: Dependencies;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #unwritten: NewMinute[] = [];
  #writing: Promise<void> | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  start(): void {
    this.#loopDelay.enable();
    this.#waitForEnd();
    void this.sampleNow();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#add(startOfMinute(this.#now()), true);
    this.#loopDelay.disable();
  }

  /** What has happened in the current minute so far; its end replaces it. */
  async sampleNow(): Promise<void> {
    await this.#add(startOfMinute(this.#now()));
  }

  /** If the process was suspended, all of it counts for the last minute, and the ones before stay a gap. */
  async endMinute(): Promise<void> {
    const added = this.#add(startOfMinute(this.#now()) - MINUTE_MS);
    this.tally.reset();
    this.#loopDelay.reset();
    await added;
  }

  #waitForEnd(): void {
    const now = this.#now();
    const end = startOfMinute(now) + MINUTE_MS;
    this.#timer = setTimeout(() => {
      // A timer can fire early, because it doesn't follow the clock, and the minute before must not be replaced.
      if (this.#now() >= end) void this.endMinute();
      this.#waitForEnd();
    }, end - now).unref();
  }

  #add(minuteMs: number, isLast = false): Promise<void> {
    const minute = new Date(minuteMs).toISOString();
    const row = { instance: this.#dependencies.instance, minute, values: this.#readValues(), isLast };
    this.#unwritten = [...this.#unwritten.filter((other) => other.minute !== minute), row].slice(
      -MAX_UNWRITTEN,
    );
    this.#writing ??= this.#write(row).finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  #readValues(): MinuteValues {
    return {
      ...NOT_READ,
      ...this.tally.read(),
      eventStreams: this.#dependencies.countStreams(),
      loopDelayMs: Math.max(0, Math.round(this.#loopDelay.max / 1e6) - LOOP_RESOLUTION_MS),
      memoryBytes: process.memoryUsage.rss(),
    };
  }

  async #write(newest: NewMinute): Promise<void> {
    try {
      // The process may end at any moment after its last row.
      if (!newest.isLast) Object.assign(newest.values, await this.#dependencies.readShared());
      const rows = this.#unwritten;
      await this.#dependencies.write(rows);
      this.#unwritten = this.#unwritten.filter((row) => !rows.includes(row));
    } catch (error) {
      this.#dependencies.onFailure(error);
    }
  }
}
