import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { World } from "@/sandbox/worlds/world";
import { perform, type Stage } from "./perform";
import { placeOf, StoryError } from "./read-story";
import type { StoryEvent } from "./schedule";
import type { Story } from "./story";

export type Speed = "instant" | number;
export type StoryStatus = "paused" | "playing" | "finished" | "failed" | "stopped";

export type LogEntry = { at: string; place: string; text: string };

export type StoryState = {
  name: string;
  description: string | null;
  /** It began with new data. */
  replaces: boolean;
  status: StoryStatus;
  speed: Speed;
  /** How many events have happened, of how many. */
  done: number;
  events: number;
  now: string;
  next: { at: string; place: string; action: string } | null;
  error: string | null;
  /** The newest last. */
  log: LogEntry[];
};

const TICK_MS = 200;
const EVENTS_PER_TURN = 50;
const MAX_LOG_ENTRIES = 1000;

/** Tells one story in one world. */
export class StoryPlayer {
  readonly #story: Story;
  readonly #events: readonly StoryEvent[];
  readonly #stage: Stage;
  /** A reset or a restored snapshot replaces it. */
  readonly #worldState: World["state"];
  readonly #log: LogEntry[] = [];
  #status: StoryStatus = "paused";
  #speed: Speed = "instant";
  #done = 0;
  #error: string | null = null;
  /** How much later than written things happen, because someone moved the clock or paused. */
  #shiftMs = 0;
  #offsetMs: number;
  #interruption = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(story: Story, events: readonly StoryEvent[], world: World, origin: string) {
    this.#story = story;
    this.#events = events;
    this.#stage = { world, origin, ids: new Map() };
    this.#worldState = world.state;
    this.#offsetMs = world.clock.offsetMs;
  }

  get isActive(): boolean {
    return this.#status === "playing" || this.#status === "paused";
  }

  get state(): StoryState {
    const next = this.isActive ? this.#next : undefined;
    return {
      name: this.#story.name,
      description: this.#story.description ?? null,
      replaces: this.#story.starts !== undefined,
      status: this.#status,
      speed: this.#speed,
      done: this.#done,
      events: this.#events.length,
      now: this.#world.clock.now().toISOString(),
      next: next
        ? { at: new Date(this.#timeOf(next)).toISOString(), place: place(next), action: next.action }
        : null,
      error: this.#error,
      log: [...this.#log],
    };
  }

  /** With `instant`, wait for `finished` to see the end. */
  play(speed: Speed = this.#speed): void {
    this.#interrupt();
    this.#speed = speed;
    this.#status = "playing";
    this.#interruption = new AbortController();
    const { signal } = this.#interruption;
    this.#running = this.#running.then(() => this.#run(signal));
  }

  /** Resolves when the story no longer plays. */
  async finished(): Promise<void> {
    await this.#running;
  }

  pause(): void {
    this.#interrupt();
    this.#status = "paused";
  }

  /** Does the next events now. */
  step(count: number): void {
    this.pause();
    this.#catchUp();
    for (let index = 0; index < count && this.#status === "paused"; index++) this.#performNext();
    if (this.#status === "paused" && !this.#next) this.#status = "finished";
  }

  stop(): void {
    this.#interrupt();
    if (this.isActive) this.#status = "stopped";
  }

  /** False once the world was reset or restored. */
  get isOfThisWorld(): boolean {
    return !this.#isReplaced();
  }

  get #world(): World {
    return this.#stage.world;
  }

  get #next(): StoryEvent | undefined {
    return this.#events[this.#done];
  }

  #interrupt(): void {
    this.#interruption.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#catchUp();
    for (let count = 1; !signal.aborted && this.#status === "playing"; count++) {
      const event = this.#next;
      if (!event) {
        this.#status = "finished";
        return;
      }
      if (this.#speed === "instant") {
        // Other worlds are served in the meantime.
        if (count % EVENTS_PER_TURN === 0) await nextTurn();
      } else if (event.action !== "clock") await this.#waitFor(event, this.#speed, signal);
      if (!signal.aborted) this.#performNext();
    }
  }

  /** Moves the world's clock along until it is time. */
  async #waitFor(event: StoryEvent, speed: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#world;
    for (;;) {
      if (clock.offsetMs !== this.#offsetMs) this.#catchUp();
      const remainingMs = this.#timeOf(event) - clock.now().getTime();
      if (remainingMs <= 0) return;
      const startedAt = Date.now();
      await sleep(Math.min(TICK_MS, remainingMs / speed), undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted || this.#isReplaced()) return;
      const aheadMs = (Date.now() - startedAt) * (speed - 1);
      const leftMs = this.#timeOf(event) - clock.now().getTime();
      const movedMs = Math.round(Math.max(0, Math.min(aheadMs, leftMs)));
      // Kept in memory only: the next event writes it down.
      clock.offsetMs += movedMs;
      this.#offsetMs += movedMs;
    }
  }

  #performNext(): void {
    const event = this.#next;
    if (!event) return;
    if (this.#isReplaced()) {
      this.#fail("The world was reset or restored while the story was told");
      return;
    }
    try {
      this.#moveClockTo(event);
      const text = perform(this.#stage, event);
      this.#done += 1;
      this.#write(event, text);
    } catch (error) {
      if (!(error instanceof StoryError)) console.error("A story failed:", error);
      this.#fail(`${place(event)}: ${error instanceof Error ? error.message : String(error)}`);
      this.#write(event, `Failed: ${this.#error}`);
    }
  }

  #moveClockTo(event: StoryEvent): void {
    if (this.#world.clock.offsetMs !== this.#offsetMs) this.#catchUp();
    this.#world.setClock(this.#timeOf(event) - Date.now());
    this.#offsetMs = this.#world.clock.offsetMs;
  }

  /** Time never goes back: if the clock is past the next event, everything happens that much later. */
  #catchUp(): void {
    const event = this.#next;
    this.#offsetMs = this.#world.clock.offsetMs;
    if (!event) return;
    const lateMs = this.#world.clock.now().getTime() - this.#timeOf(event);
    if (lateMs >= 1000) this.#shiftMs += Math.ceil(lateMs / 1000) * 1000;
  }

  #timeOf(event: StoryEvent): number {
    return event.at + this.#shiftMs;
  }

  #isReplaced(): boolean {
    return this.#world.state !== this.#worldState;
  }

  #fail(error: string): void {
    this.#status = "failed";
    this.#error = error;
  }

  #write(event: StoryEvent, text: string): void {
    this.#log.push({ at: this.#world.clock.now().toISOString(), place: place(event), text });
    if (this.#log.length > MAX_LOG_ENTRIES) this.#log.shift();
  }
}

function place({ path, line }: StoryEvent): string {
  return placeOf(path, line);
}
