import { stringify } from "yaml";
import { startOfDay, toIsoDate } from "@/lib/domain/time/calendar";
import type { Clock } from "@/sandbox/clock";
import type { ResetRequest } from "@/sandbox/scenarios/generate-state";
import type { Step, Story } from "./story";
import { formatDuration } from "./times";

const MAX_STEPS = 10_000;
const DAY_MS = 86_400_000;
const DEFAULT_NAME = "A recording";

/** Writes down what is done to a world, so that it can be done again. */
export class Recorder {
  readonly #clock: Clock;
  #isRecording = false;
  #name = DEFAULT_NAME;
  #starts: Pick<Story, "seed" | "starts"> = {};
  #usesExisting = false;
  #steps: Step[] = [];
  /** The names of cards and purchases by their IDs. */
  readonly #names = new Map<string, string>();
  /** In whole seconds of the world's clock. */
  #lastSecond = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** What was recorded before is forgotten. */
  start(): void {
    this.#isRecording = true;
    this.#name = DEFAULT_NAME;
    this.#forget();
  }

  stop(): void {
    this.#isRecording = false;
  }

  set name(name: string) {
    this.#name = name;
  }

  /** Whether its steps have the IDs of cards or purchases that it doesn't make itself, which new data doesn't have. */
  get needsThisData(): boolean {
    return this.#usesExisting && !this.#starts.starts;
  }

  /** The world was replaced, so the recording starts again: with this request, or, for null, with the world as it is. */
  restart(request: ResetRequest | null): void {
    if (!this.#isRecording) return;
    this.#forget();
    if (!request) return;
    const { scenario, seed, cards, transactions, now } = request;
    this.#starts = {
      seed,
      starts: {
        scenario,
        ...(cards !== undefined && { cards }),
        ...(transactions !== undefined && { transactions }),
        ...(now && { now: now.toISOString().replace(/\.\d+/, "") }),
      },
    };
  }

  /** `created` is the ID of the card or purchase that the step has made, and how to call it. */
  add(step: Step, created?: { id: string; name: string }): void {
    if (!this.#isRecording || this.#steps.length >= MAX_STEPS) return;
    const second = this.#currentSecond();
    // A clock that was moved back counts as one that stood still.
    const passed = Math.max(0, second - this.#lastSecond);
    this.#lastSecond = second;
    this.#steps.push({
      ...(passed > 0 && { at: `+${formatDuration(passed * 1000)}` }),
      ...step,
      ...(created && { as: this.#nameFor(created) }),
    });
  }

  /** Call it after the clock was moved. */
  addJump(): void {
    if (!this.#isRecording || this.#steps.length >= MAX_STEPS) return;
    const passed = this.#currentSecond() - this.#lastSecond;
    this.#lastSecond = this.#currentSecond();
    if (passed > 0) this.#steps.push({ clock: `+${formatDuration(passed * 1000)}` });
  }

  /** The name that the recording gave to this card or purchase; those from before keep their ID. */
  nameOf(id: string): string {
    const name = this.#names.get(id.toLowerCase());
    if (name === undefined && this.#isRecording) this.#usesExisting = true;
    return name ?? id.toLowerCase();
  }

  /** A date as the story's own clock sees it, so that it can be told on another day. */
  dateOf(date: string): string {
    const days = Math.round(
      (startOfDay(toIsoDate(this.#clock.now())).getTime() - startOfDay(date).getTime()) / DAY_MS,
    );
    return days < 0 ? date : `${days} days ago`;
  }

  /** Null if nothing was recorded. */
  get story(): Story | null {
    if (this.#steps.length === 0) return null;
    return { name: this.#name, ...this.#starts, steps: this.#steps };
  }

  /** `origin` is where the sandbox, and so the schema for editors, is reachable. */
  toYaml(origin: string): string {
    return `# yaml-language-server: $schema=${origin}/story.schema.json\n${stringify(this.story)}`;
  }

  #forget(): void {
    this.#starts = {};
    this.#usesExisting = false;
    this.#steps = [];
    this.#names.clear();
    this.#lastSecond = this.#currentSecond();
  }

  #nameFor({ id, name }: { id: string; name: string }): string {
    const base = name
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^[^a-z]+|-+$/g, "")
      .slice(0, 40);
    const taken = new Set(this.#names.values());
    let unique = base || "card";
    for (let number = 2; taken.has(unique) || unique === "any"; number++)
      unique = `${base || "card"}-${number}`;
    this.#names.set(id, unique);
    return unique;
  }

  #currentSecond(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}
