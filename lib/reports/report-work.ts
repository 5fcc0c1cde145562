import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { runSoon } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { RECONCILE_JOB } from "@/lib/reconciliation/reconcile-job";
import { claimCapture, nextLeaseEnd, runCapture } from "./capture";
import { matchDeliveries } from "./match-delivery";
import { nextRequestAt, requestDueReports } from "./request-due-reports";
import { announceReports } from "./subscriptions";

const MAX_PARALLEL_CAPTURES = 2;
/** During many events, one round handles all that arrived in the meantime. */
const ROUND_GAP_MS = 50;
const MIN_REST_MS = 100;
const MAX_REST_MS = 30_000;

type Work = {
  hasPendingRun: boolean;
  running: Promise<void> | null;
  /** By capture ID. */
  captures: Map<string, Promise<void>>;
  timer: NodeJS.Timeout | undefined;
  isStopped: boolean;
};

const slot = processWide<Work>("report-work");

function work(): Work {
  slot.current ??= {
    hasPendingRun: false,
    running: null,
    captures: new Map(),
    timer: undefined,
    isStopped: false,
  };
  return slot.current;
}

/**
 * Matches events, requests reports and downloads files. All state is in the tables and each step holds a lease, so
 * another process can continue the work of one that died.
 */
export function startReportWork(): void {
  const state = work();
  state.hasPendingRun = true;
  if (state.running || state.isStopped) return;
  clearTimeout(state.timer);
  state.running = run(state)
    .catch((error) => log().error({ err: error }, "Could not process reports"))
    .finally(() => {
      state.running = null;
      if (state.hasPendingRun) startReportWork();
    });
}

export async function waitForReportWork(): Promise<void> {
  const state = work();
  while (state.running || state.captures.size > 0)
    await Promise.all([state.running, ...state.captures.values()]);
}

export async function stopReportWork(): Promise<void> {
  const state = work();
  state.isStopped = true;
  clearTimeout(state.timer);
  await state.running;
  slot.current = undefined;
}

async function run(state: Work): Promise<void> {
  for (let round = 0; state.hasPendingRun && !state.isStopped; round += 1) {
    if (round > 0) await pause(ROUND_GAP_MS);
    state.hasPendingRun = false;
    await matchDeliveries();
    await startCaptures(state);
    const hasRequested = await requestDueReports();
    // The event may have arrived while its request was being sent.
    if (hasRequested) state.hasPendingRun = true;
  }
  await announceReports();
  const next = [await nextRequestAt(), await nextLeaseEnd()].filter((at) => at !== null).map(Number);
  if (next.length > 0 && !state.isStopped) {
    const restMs = Math.min(Math.max(Math.min(...next) - Date.now(), MIN_REST_MS), MAX_REST_MS);
    state.timer = setTimeout(startReportWork, restMs);
    state.timer.unref();
  }
}

async function startCaptures(state: Work): Promise<void> {
  while (state.captures.size < MAX_PARALLEL_CAPTURES) {
    const capture = await claimCapture([...state.captures.keys()]);
    if (!capture) return;
    const running = runCapture(capture)
      .then(() => runSoon(RECONCILE_JOB))
      .catch((error) => log().error({ err: error }, "Could not finish a report download"))
      .finally(() => {
        state.captures.delete(capture.id);
        startReportWork();
      });
    state.captures.set(capture.id, running);
  }
}
