import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { ListSync, type Step } from "./feeding";
import { SYNCED_LISTS } from "./feeds";
import { releaseLease, acquireLease } from "./lease";

const REFRESH_EVERY_MS = 2_000;
const RENEW_EVERY_MS = 2_000;
/** How often a dashboard that does not feed looks whether it should. With the lease: well within 30 s. */
const RELIEF_EVERY_MS = 5_000;
/** Once everything is known, changes made elsewhere are looked for by this share of the calls allowed. */
const ROUTINE_SHARE = 0.05;
const ANNOUNCE_EVERY_MS = 500;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export type IndexSync = { stop(): Promise<void> };

/** How long a live issuer's list of transactions must lack some that are known until they are believed gone. */
const LIVE_DOUBT_MS = 15 * 60_000;

type Options = { callsPerSecond: number };

const slot = processWide<IndexSync>("feeder");

export function startIndexSync(): void {
  slot.current ??= runIndexSync({ callsPerSecond: env().indexCallsPerSecond });
}

export async function stopIndexSync(): Promise<void> {
  const feeder = slot.current;
  slot.current = undefined;
  await feeder?.stop();
}

/** Feeds the index for as long as it runs and no other dashboard does. */
export function runIndexSync({ callsPerSecond }: Options): IndexSync {
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const pace = createPace(1_000 / callsPerSecond, sleep);
  // A sandbox is reset at will: what its lists lack is gone.
  const gracePeriodMs = env().mode === "sandbox" ? 0 : LIVE_DOUBT_MS;
  const feedings = SYNCED_LISTS.map((feed) => new ListSync(feed, pace, { gracePeriodMs }));
  const times = { renewed: 0, refreshed: 0, announced: 0 };
  let failures = 0;
  let turn = 0;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        if (!(await isOurTurn())) await sleep(RELIEF_EVERY_MS);
        else await settle(await step());
      } catch (error) {
        log().error({ err: error }, "Could not update the card index");
        await sleep(FIRST_PAUSE_MS);
      }
    }
    await releaseLease(holder).catch(() => undefined);
  }

  async function isOurTurn(): Promise<boolean> {
    if (Date.now() - times.renewed < RENEW_EVERY_MS) return true;
    const isHeld = await acquireLease(holder);
    times.renewed = isHeld ? Date.now() : 0;
    return isHeld;
  }

  async function step(): Promise<Step> {
    if (Date.now() - times.refreshed >= REFRESH_EVERY_MS) return refreshAll();
    for (const feeding of feedings) {
      if (!(await feeding.isHurried())) continue;
      const walked = await feeding.walk();
      await announceProgress();
      return walked;
    }
    // Nothing is urgent: at a gentle pace, one list after the other.
    const dueInMs = times.refreshed + REFRESH_EVERY_MS - Date.now();
    await sleep(Math.max(0, Math.min(1_000 / (callsPerSecond * ROUTINE_SHARE), dueInMs)));
    turn += 1;
    return feedings[turn % feedings.length]?.walk() ?? { is: "done" };
  }

  async function refreshAll(): Promise<Step> {
    for (const feeding of feedings) {
      const refreshed = await feeding.refresh();
      if (refreshed.is === "failed") return refreshed;
    }
    times.refreshed = Date.now();
    return { is: "done" };
  }

  async function announceProgress(): Promise<void> {
    if (Date.now() - times.announced < ANNOUNCE_EVERY_MS) return;
    times.announced = Date.now();
    await publish(["index"]);
  }

  /** After a failure, longer and longer; never before the time that the issuer or the breaker named. */
  async function settle(step: Step): Promise<void> {
    if (step.is === "done") {
      failures = 0;
      return;
    }
    const { failure } = step;
    const named = "retryAfterMs" in failure ? failure.retryAfterMs : null;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    failures += 1;
    for (let left = named ?? pauseMs; left > 0 && !signal.aborted; left -= RENEW_EVERY_MS) {
      await sleep(Math.min(left, RENEW_EVERY_MS));
      if (!(await isOurTurn())) return;
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** No two calls closer than `gapMs`. */
function createPace(gapMs: number, sleep: (ms: number) => Promise<unknown>): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + gapMs;
    if (at > now) await sleep(at - now);
  };
}
