import { roundMoney } from "@/lib/domain/money/money";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { isWithinClock } from "@/sandbox/clock";
import type { Random } from "@/sandbox/domain/credentials";
import { draw, seededRandom } from "@/sandbox/scenarios/random";
import { cardRequest } from "./card-request";
import { type Path, placeOf, StoryError, type WrittenStory } from "./read-story";
import { type ActionName, type Actions, actionOf, type Step } from "./story";
import { durationMs, formatDuration, stepTime, storyDate } from "./times";

const MAX_EVENTS = 20_000;
const STREAM = 62;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The card or purchase that an event is about. */
export type Target =
  | { slot: string; name: string }
  | { id: string }
  /** Any active card of the world; `share` from 0 to 1 says which. */
  | { share: number };

type Purchase = NonNullable<Actions["purchase"]>;

/** What happens, with everything drawn. */
export type Happening =
  | { action: "issue"; request: unknown }
  | {
      action: "purchase";
      card: Target;
      purchase: Pick<Purchase, "currency" | "kind" | "credentialsVersion"> & {
        amount: number;
        merchant: string | undefined;
      };
    }
  | { action: "clear" | "reverse" | "refund"; transaction: Target; isOptional: boolean }
  | { action: "freeze" | "unfreeze"; card: Target }
  | { action: "block"; card: Target; reason: string }
  | { action: "reissue"; card: Target; request: unknown }
  | { action: "fault"; request: NonNullable<Actions["fault"]> }
  | { action: "clearFaults" | "clearDisagreements" | "clock" }
  | { action: "report"; type: string; date: IsoDate }
  | { action: "disagreement"; request: unknown }
  | { action: "check"; card?: Target; transaction?: Target; status?: string; availableCredit?: number };

export type StoryEvent = Happening & {
  /** Milliseconds since 1970, on the world's clock. */
  at: number;
  path: Path;
  line: number | null;
  /** Where the ID of what it creates is kept. */
  slot: string | null;
  expect: Step["expect"];
};

/**
 * Everything that a story tells, in the order in which it happens. All draws are made here, so the same story, seed, and
 * start give the same events.
 */
export function scheduleStory({ story, lineOf }: WrittenStory, start: Date): StoryEvent[] {
  const events = new Schedule(lineOf, start.getTime(), seededRandom(story.seed ?? 1, STREAM)).read(
    story.steps,
  );
  return events.sort((one, other) => one.at - other.at);
}

class Schedule {
  readonly #lineOf: WrittenStory["lineOf"];
  readonly #start: number;
  readonly #random: Random;
  readonly #events: StoryEvent[] = [];
  /** What a name means at this point of the file, and from when on. */
  readonly #names = new Map<string, { slot: string; at: number; kind: "card" | "purchase" }>();

  constructor(lineOf: WrittenStory["lineOf"], start: number, random: Random) {
    this.#lineOf = lineOf;
    this.#start = start;
    this.#random = random;
  }

  read(steps: readonly Step[]): StoryEvent[] {
    this.#readSteps(steps, ["steps"], this.#start);
    return this.#events;
  }

  /** Returns the time of the last step. */
  #readSteps(steps: readonly Step[], path: Path, from: number): number {
    let time = from;
    for (const [index, step] of steps.entries()) time = this.#readStep(step, [...path, index], time);
    return time;
  }

  #readStep(step: Step, path: Path, previous: number): number {
    const at = step.at === undefined ? previous : stepTime(step.at, { previous, start: this.#start });
    if (at < this.#start) throw this.#problem([...path, "at"], "is before the start of the story");
    if (step.repeat) return this.#readRepeat(step.repeat, [...path, "repeat"], at);
    // A jump happens when it arrives.
    const happensAt = step.clock === undefined ? at : at + durationMs(step.clock);
    this.#requireWithinClock(happensAt, path);
    const slot = step.issue || step.purchase ? String(this.#events.length) : null;
    const happening = this.#happening(step, path, happensAt);
    this.#add({ ...happening, at: happensAt, path, line: this.#lineOf(path), slot, expect: step.expect });
    if (slot && step.as) this.#names.set(step.as, { slot, at, kind: step.issue ? "card" : "purchase" });
    if (slot && step.purchase) this.#scheduleLaterLife(step.purchase, slot, path, at);
    return happensAt;
  }

  #readRepeat({ times, every, steps }: NonNullable<Step["repeat"]>, path: Path, at: number): number {
    let [roundStart, end] = [at, at];
    for (let round = 0; round < times; round++) {
      if (round > 0) roundStart = every === undefined ? end : roundStart + this.#drawDuration(every);
      end = this.#readSteps(steps, [...path, "steps"], roundStart);
    }
    return end;
  }

  #scheduleLaterLife({ clearsAfter, refundsAfter }: Purchase, slot: string, path: Path, at: number): void {
    const later = { clear: clearsAfter, refund: refundsAfter } as const;
    for (const action of ["clear", "refund"] as const) {
      const after = later[action];
      if (after === undefined) continue;
      const target = { slot, name: "the purchase" };
      this.#add({
        action,
        transaction: target,
        isOptional: true,
        at: at + this.#drawDuration(after),
        path,
        line: this.#lineOf(path),
        slot: null,
        expect: undefined,
      });
    }
  }

  #happening(step: Step, path: Path, at: number): Happening {
    const action = actionOf(step);
    const inside = [...path, action];
    const card = (target: Purchase["card"], field: Path = [...inside, "card"]) =>
      this.#target(this.#choose(target), "card", field, at);
    const build: {
      [Name in Exclude<ActionName, "repeat">]: (input: NonNullable<Actions[Name]>) => Happening;
    } = {
      issue: ({ request, spendLimit = 1000, ...issue }) => ({
        action: "issue",
        request: request ?? cardRequest({ ...issue, spendLimit: this.#drawAmount(spendLimit) }, this.#random),
      }),
      purchase: ({ card: name, amount, merchant, currency, kind, credentialsVersion }) => ({
        action: "purchase",
        card: card(name),
        purchase: {
          currency,
          kind,
          credentialsVersion,
          amount: this.#drawAmount(amount, currency),
          merchant: merchant === undefined ? undefined : this.#choose(merchant),
        },
      }),
      clear: (name) => this.#transition("clear", name, inside, at),
      reverse: (name) => this.#transition("reverse", name, inside, at),
      refund: (name) => this.#transition("refund", name, inside, at),
      freeze: (name) => ({ action: "freeze", card: card(name, inside) }),
      unfreeze: (name) => ({ action: "unfreeze", card: card(name, inside) }),
      block: (block) => ({ action: "block", card: card(block.card), reason: block.reason }),
      reissue: (reissue) => ({ action: "reissue", card: card(reissue.card), request: withoutCard(reissue) }),
      fault: (request) => ({ action: "fault", request }),
      clearFaults: () => ({ action: "clearFaults" }),
      clearDisagreements: () => ({ action: "clearDisagreements" }),
      clock: () => ({ action: "clock" }),
      report: ({ type, date }) => ({ action: "report", type, date: this.#date(date, at) }),
      disagreement: ({ day, ...disagreement }) => ({
        action: "disagreement",
        request: { ...disagreement, ...(day !== undefined && { day: this.#date(day, at) }) },
      }),
      check: (check) => ({
        action: "check",
        ...(check.card !== undefined && { card: card(check.card) }),
        ...(check.transaction !== undefined && {
          transaction: this.#target(check.transaction, "purchase", [...inside, "transaction"], at),
        }),
        ...(check.status !== undefined && { status: check.status }),
        ...(check.availableCredit !== undefined && { availableCredit: check.availableCredit }),
      }),
    };
    return (build[action as keyof typeof build] as (input: unknown) => Happening)(step[action]);
  }

  #transition(action: "clear" | "reverse" | "refund", name: string, path: Path, at: number): Happening {
    return { action, transaction: this.#target(name, "purchase", path, at), isOptional: false };
  }

  #target(name: string, kind: "card" | "purchase", path: Path, at: number): Target {
    if (kind === "card" && name === "any") return { share: this.#random() };
    const named = this.#names.get(name);
    if (!named) {
      if (UUID.test(name)) return { id: name };
      throw this.#problem(path, `no ${kind} above is called ${name}`);
    }
    if (named.kind !== kind) throw this.#problem(path, `${name} is a ${named.kind}, not a ${kind}`);
    if (named.at > at)
      throw this.#problem(path, `${name} comes ${formatDuration(named.at - at)} later than this step`);
    return { slot: named.slot, name };
  }

  #add(event: StoryEvent): void {
    if (this.#events.length >= MAX_EVENTS)
      throw this.#problem(event.path, `the story has more than ${MAX_EVENTS} events`);
    this.#requireWithinClock(event.at, event.path);
    this.#events.push(event);
  }

  #requireWithinClock(time: number, path: Path): void {
    if (!isWithinClock(time)) throw this.#problem(path, "must happen in the years 2000 to 2099");
  }

  #choose<Value extends string>(choice: Value | { any: Value[] }): Value {
    return typeof choice === "string" ? choice : draw(this.#random, choice.any);
  }

  #drawAmount(amount: number | { between: [number, number] }, currency = "USD"): number {
    if (typeof amount === "number") return amount;
    const [lowest, highest] = amount.between;
    return roundMoney(lowest + this.#random() * (highest - lowest), currency);
  }

  #drawDuration(duration: string | { between: [string, string] }): number {
    if (typeof duration === "string") return durationMs(duration);
    const [shortest, longest] = duration.between.map(durationMs) as [number, number];
    return Math.round((shortest + this.#random() * (longest - shortest)) / 1000) * 1000;
  }

  #date(text: string, at: number): IsoDate {
    return storyDate(text, { at, start: this.#start });
  }

  #problem(path: Path, message: string): StoryError {
    return new StoryError(`${placeOf(path, this.#lineOf(path))}: ${message}`);
  }
}

function withoutCard<Input extends { card: unknown }>({ card: _, ...rest }: Input): Omit<Input, "card"> {
  return rest;
}
