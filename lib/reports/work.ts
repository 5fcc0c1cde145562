import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { askDue, nextAskAt } from "./ask-issuer";
import { endDeadLeases, nextLeaseEnd, runCapture, takeCapture } from "./capture";
import { matchDeliveries } from "./match-delivery";

const PARALLEL_CAPTURES = 2;
/** In a storm of events one round takes what came meanwhile, instead of each its own. */
const BETWEEN_ROUNDS_MS = 50;
const SHORTEST_REST_MS = 100;
const LONGEST_REST_MS = 30_000;

type Work = {
  isWanted: boolean;
  running: Promise<void> | null;
  /** By the capture's id. */
  captures: Map<string, Promise<void>>;
  timer: NodeJS.Timeout | undefined;
  isStopped: boolean;
};

const slot = processWide<Work>("report-work");

function work(): Work {
  slot.current ??= {
    isWanted: false,
    running: null,
    captures: new Map(),
    timer: undefined,
    isStopped: false,
  };
  return slot.current;
}

/**
 * Does what the tables say is to be done: events to match, reports to ask for, links to fetch. All state is in the
 * tables and every step is held by a lease, so a process that dies leaves nothing behind that another does not find.
 */
export function startReportWork(): void {
  const state = work();
  state.isWanted = true;
  if (state.running || state.isStopped) return;
  clearTimeout(state.timer);
  state.running = run(state)
    .catch((error) => log().error({ err: error }, "Could not process reports"))
    .finally(() => {
      state.running = null;
      if (state.isWanted) startReportWork();
    });
}

/** At the start of a process. */
export async function resumeReportWork(): Promise<void> {
  await endDeadLeases();
  startReportWork();
}

/** Waits until nothing is under way. */
export async function reportWorkDone(): Promise<void> {
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
  for (let round = 0; state.isWanted && !state.isStopped; round += 1) {
    if (round > 0) await pause(BETWEEN_ROUNDS_MS);
    state.isWanted = false;
    await matchDeliveries();
    await fillCaptures(state);
    const hasAsked = await askDue();
    // An event may have come while its request was being made.
    if (hasAsked) state.isWanted = true;
  }
  const next = [await nextAskAt(), await nextLeaseEnd()].filter((at) => at !== null).map(Number);
  if (next.length > 0 && !state.isStopped) {
    const restMs = Math.min(Math.max(Math.min(...next) - Date.now(), SHORTEST_REST_MS), LONGEST_REST_MS);
    state.timer = setTimeout(startReportWork, restMs);
    state.timer.unref();
  }
}

async function fillCaptures(state: Work): Promise<void> {
  while (state.captures.size < PARALLEL_CAPTURES) {
    const capture = await takeCapture([...state.captures.keys()]);
    if (!capture) return;
    const running = runCapture(capture)
      .catch((error) => log().error({ err: error }, "Could not finish a report download"))
      .finally(() => {
        state.captures.delete(capture.id);
        startReportWork();
      });
    state.captures.set(capture.id, running);
  }
}
