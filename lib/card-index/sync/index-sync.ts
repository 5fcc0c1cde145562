import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isAnyoneSignedIn } from "@/lib/auth/sessions";
import type { BackgroundWork } from "@/lib/domain/work-description";
import { env } from "@/lib/env";
import { publish, subscribe } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { acquireLease, isLeaseHeld, LEASE_SECONDS, releaseLease } from "./index-lease";
import { ListSync, type StepResult } from "./list-sync";
import { SYNCED_LISTS } from "./synced-lists";

const REFRESH_EVERY_MS = 2_000;
/** While nobody is signed in. Short enough that the newest records never count as stale. */
const RESTING_REFRESH_EVERY_MS = 30_000;
const RENEW_EVERY_MS = 2_000;
/** With the lease's own length, another instance takes over well within 30 s. */
const LEASE_CHECK_EVERY_MS = 5_000;
/** After the first sync, the search for changes made elsewhere uses this share of the allowed calls. */
const BACKGROUND_SHARE = 0.05;
const PUBLISH_EVERY_MS = 500;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export type IndexSync = { stop(): Promise<void> };

/** How long transactions must be missing from a live issuer's list before they are removed. */
const LIVE_GRACE_PERIOD_MS = 15 * 60_000;

type Options = { callsPerSecond: number };

const slot = processWide<IndexSync>("index-sync");

export const indexSyncWork: BackgroundWork = {
  name: "index-sync",
  title: "Card index sync",
  purpose: "Copies the issuer’s cards and transactions into the searchable index.",
  trigger: `Continuously: the newest page every ${REFRESH_EVERY_MS / 1000} seconds, and all pages one after another. While nobody is signed in, every ${RESTING_REFRESH_EVERY_MS / 1000} seconds the newest page and one other.`,
  concurrency: `One instance at a time holds a lease of ${LEASE_SECONDS} seconds and renews it every ${RENEW_EVERY_MS / 1000} to ${LEASE_CHECK_EVERY_MS / 1000} seconds.`,
  retries: `A failed step is repeated after ${MIN_RETRY_MS / 1000} to ${MAX_RETRY_MS / 1000} seconds, or when the issuer allows it.`,
  crash: `Up to ${LEASE_SECONDS + LEASE_CHECK_EVERY_MS / 1000} seconds without updates. Then another instance, or this one after a restart, continues at the last stored page; a search for missing records starts over.`,
  start: startIndexSync,
  stop: stopIndexSync,
  readStatus: async () => ((await isLeaseHeld()) ? "Running" : "Stopped: no instance syncs the index"),
};

function startIndexSync(): void {
  slot.current ??= runIndexSync({ callsPerSecond: env().indexCallsPerSecond });
}

async function stopIndexSync(): Promise<void> {
  const sync = slot.current;
  slot.current = undefined;
  await sync?.stop();
}

/** Keeps the index in sync until it is stopped, unless another instance holds the lease. */
export function runIndexSync({ callsPerSecond }: Options): IndexSync {
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const throttle = createThrottle(1_000 / callsPerSecond, sleep);
  // A sandbox can be reset at any time, so records missing from its lists are removed at once.
  const gracePeriodMs = env().mode === "sandbox" ? 0 : LIVE_GRACE_PERIOD_MS;
  const listSyncs = SYNCED_LISTS.map((list) => new ListSync(list, throttle, { gracePeriodMs }));
  const times = { renewed: 0, refreshed: 0, published: 0 };
  let failures = 0;
  let turn = 0;
  let isResting = true;
  let heldUntilMs = 0;
  let alarm = new AbortController();

  async function run(): Promise<void> {
    signal.addEventListener("abort", () => alarm.abort());
    // Every sign-in is in the audit log. Without the bus it is noticed at the next renewal of the lease.
    const unsubscribe = await subscribe(({ topic }) => {
      if (topic === "audit") alarm.abort();
    }).catch(() => null);
    while (!signal.aborted) {
      try {
        if (!(await hasLease())) await sleep(LEASE_CHECK_EVERY_MS);
        else await waitAfterFailure(await step());
      } catch (error) {
        log().error({ err: error }, "Could not update the card index");
        await sleep(MIN_RETRY_MS);
      }
    }
    unsubscribe?.();
    await releaseLease(holder).catch(() => undefined);
  }

  async function hasLease(): Promise<boolean> {
    if (Date.now() - times.renewed < RENEW_EVERY_MS) return true;
    const isAcquired = await acquireLease(holder);
    // What changed without this instance, also before its start, was missed just like during a rest.
    if (!isAcquired || Date.now() > heldUntilMs) isResting = true;
    if (isAcquired) {
      heldUntilMs = Date.now() + LEASE_SECONDS * 1_000;
      await restOrCatchUp();
    }
    times.renewed = isAcquired ? Date.now() : 0;
    return isAcquired;
  }

  async function restOrCatchUp(): Promise<void> {
    // Replaced before the check, so that a sign-in right after it still ends the rest.
    alarm = new AbortController();
    const isAnyoneThere = await isAnyoneSignedIn();
    if (isResting && isAnyoneThere) {
      for (const listSync of listSyncs) await listSync.beginCatchUp();
      times.refreshed = 0;
    }
    isResting = !isAnyoneThere;
  }

  /** Until the next refresh is due or someone signs in: nothing else makes a walk urgent. */
  async function rest(): Promise<void> {
    while (isResting && !isRefreshDue() && !signal.aborted) {
      await pause(LEASE_CHECK_EVERY_MS, undefined, { signal: alarm.signal }).catch(() => undefined);
      times.renewed = 0;
      if (!(await hasLease())) return;
    }
  }

  function isRefreshDue(): boolean {
    const everyMs = isResting ? RESTING_REFRESH_EVERY_MS : REFRESH_EVERY_MS;
    return Date.now() - times.refreshed >= everyMs;
  }

  async function step(): Promise<StepResult> {
    if (isRefreshDue()) return refreshAll();
    for (const listSync of listSyncs) {
      if (!(await listSync.isUrgent())) continue;
      const result = await listSync.walk();
      await publishProgress();
      return result;
    }
    if (isResting) {
      await rest();
      return { is: "done" };
    }
    // Nothing is urgent: the lists take turns at the background rate.
    const dueInMs = times.refreshed + REFRESH_EVERY_MS - Date.now();
    await sleep(Math.max(0, Math.min(1_000 / (callsPerSecond * BACKGROUND_SHARE), dueInMs)));
    return walkNext();
  }

  async function walkNext(): Promise<StepResult> {
    turn += 1;
    return listSyncs[turn % listSyncs.length]?.walk() ?? { is: "done" };
  }

  async function refreshAll(): Promise<StepResult> {
    for (const listSync of listSyncs) {
      const result = await listSync.refresh();
      if (result.is === "failed") return result;
    }
    times.refreshed = Date.now();
    return isResting ? walkNext() : { is: "done" };
  }

  async function publishProgress(): Promise<void> {
    if (Date.now() - times.published < PUBLISH_EVERY_MS) return;
    times.published = Date.now();
    await publish(["index"]);
  }

  /** Exponential backoff, but never shorter than the issuer or the circuit breaker asks for. */
  async function waitAfterFailure(step: StepResult): Promise<void> {
    if (step.is === "done") {
      failures = 0;
      return;
    }
    const { failure } = step;
    const issuerRetryMs = "retryAfterMs" in failure ? failure.retryAfterMs : null;
    const retryMs = Math.min(MIN_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
    failures += 1;
    for (let left = issuerRetryMs ?? retryMs; left > 0 && !signal.aborted; left -= RENEW_EVERY_MS) {
      await sleep(Math.min(left, RENEW_EVERY_MS));
      if (!(await hasLease())) return;
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

/** Keeps at least `gapMs` between two calls. */
function createThrottle(gapMs: number, sleep: (ms: number) => Promise<unknown>): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + gapMs;
    if (at > now) await sleep(at - now);
  };
}
