import { currentActor } from "@/lib/auth/actor";
import { can, type Role } from "@/lib/domain/people/permissions";
import { EVERYTHING, isForPerson, topicPermission } from "@/lib/domain/topics";
import { latestEventId } from "@/lib/events/bus";
import { openStream } from "@/lib/events/stream-hub";
import { time } from "./edges/virtual-time";
import { cookieOf } from "./intent";
import type { Crowd } from "./people";
import { possibleRoles } from "./possible-roles";
import type { World } from "./world";

const RECONNECT_MS = 1_000;
/** An open stream notices that a role or a session has changed within this time, unless the database fails. */
export const STREAM_CHECK_MS = 5_000;
/** The page arrives and its code starts. */
const LOAD_MS = 150;
const MESSAGE = /(?:^|\n)id: (\d+)\nevent: (changed|ready)\ndata: (.*)\n/g;

/** An event that arrived at the given time in the stream of this session. */
type Received = { topic: string; at: number; cookie: string };

/** An open page: it includes all events up to `since`, and its stream must bring all later ones. */
export class Browser {
  readonly person: Role;
  /** Null until the page is loaded. */
  since: number | null = null;
  loadedAt = Number.POSITIVE_INFINITY;
  readonly received = new Map<number, Received>();
  isSignedOut = false;
  readonly #world: World;
  readonly #crowd: Crowd;
  #lastId = 0;

  constructor(world: World, crowd: Crowd, person: Role) {
    this.#world = world;
    this.#crowd = crowd;
    this.person = person;
  }

  async open(firstDashboard: number): Promise<void> {
    this.since = await this.#crowd.ask(this.person, null, firstDashboard, latestEventId);
    if (this.since === null) return;
    this.#lastId = this.since;
    this.loadedAt = time.now;
    await sleep(LOAD_MS);
    for (let dashboard = firstDashboard; !this.isSignedOut; dashboard++) {
      await this.#listen(dashboard % this.#world.dashboards.length);
      await sleep(RECONNECT_MS);
    }
  }

  /** Returns when the connection ends. */
  async #listen(dashboard: number): Promise<void> {
    const cookie = cookieOf(this.#crowd.people[this.person]);
    await this.#crowd.ask(this.person, null, dashboard, async () => {
      const actor = await currentActor();
      if (!actor) {
        this.isSignedOut = true;
        return;
      }
      const stream = await openStream(actor, this.#lastId);
      const decoder = new TextDecoder();
      for await (const bytes of stream ?? []) this.#receive(decoder.decode(bytes), cookie);
    });
  }

  #receive(text: string, cookie: string): void {
    if (text.startsWith("event: signed-out")) this.isSignedOut = true;
    for (const [, id, kind, data] of text.matchAll(MESSAGE)) {
      this.#lastId = Number(id);
      if (kind !== "changed") continue;
      const { topic } = JSON.parse(data ?? "{}") as { topic: string };
      this.received.set(Number(id), { topic, at: time.now, cookie });
    }
  }

  /** The first event that should have arrived but didn't. */
  findMissed(events: { id: number; topic: string }[]): { id: number; topic: string } | null {
    const { id: personId } = this.#crowd.people[this.person];
    const since = this.since ?? Number.POSITIVE_INFINITY;
    const caughtUpAt = Math.max(
      0,
      ...[...this.received].flatMap(([id, { topic }]) => (topic === EVERYTHING ? [id] : [])),
    );
    const missed = events.find(({ id, topic }) => {
      const permission = topicPermission(topic);
      const mayHear = permission !== null && can(this.person, permission) && isForPerson(topic, personId);
      return id > since && id > caughtUpAt && mayHear && !this.received.has(id);
    });
    return missed ?? null;
  }

  /** A topic that arrived although no role that the person may still have allows it. */
  findForbidden(): string | null {
    const isLate = this.#world.databases.dashboard.hadTrouble;
    const forbidden = [...this.received.values()].find(({ topic, at }) => {
      const permission = topicPermission(topic);
      if (permission === null || !isForPerson(topic, this.#crowd.people[this.person].id)) return true;
      const roles = possibleRoles(this.#crowd, this.person, isLate ? 0 : at - STREAM_CHECK_MS);
      return !roles.some((role) => can(role, permission));
    });
    return forbidden?.topic ?? null;
  }

  /** A topic that arrived long after its session was ended. */
  findAfter(cookie: string | null, endedAt: number): string | null {
    if (this.#world.databases.dashboard.hadTrouble) return null;
    const late = [...this.received.values()].find(
      (event) => (cookie === null || event.cookie === cookie) && event.at > endedAt + STREAM_CHECK_MS,
    );
    return late?.topic ?? null;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => time.schedule(ms, "a browser waits", resolve));
}
