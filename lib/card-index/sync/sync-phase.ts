import type { SyncState } from "./sync-state";

/**
 * What the sync of one list is doing:
 *
 *     filling ──────── last page read ────────────────► matching
 *     matching ─────── counts differ ─────────────────► differing
 *     differing ────── counts agree again ────────────► matching
 *     differing ────── same difference again, or again more than a page is missing ─► searching
 *     matching, differing ── pages were not read ─────► searching
 *     differing ────── …that a search didn't remove ──► matching, and the difference is accepted
 *     matching, differing ── missing records are due ─► searching
 *     searching ────── last page read ────────────────► matching, and missing records are removed
 *
 * The database says whether the list is filled and which walk it is in; the rest is in memory. A new process starts
 * with `matching`, so an interrupted search starts again when pages are still unread or the counts differ.
 */
export type SyncPhase =
  /** The first walk: all pages at full speed, and nothing is published. */
  | { is: "filling" }
  /** Our count and the issuer's agree, or their difference is accepted. Walks run in the background. */
  | { is: "matching" }
  /** The counts differed at the last refresh, perhaps only because a record was just added. */
  | { is: "differing"; difference: number }
  /** One walk at full speed that marks every record it finds, to learn which ones are missing. */
  | { is: "searching"; walk: number; startedMs: number };

export type SyncMemory = {
  /** Never `filling`, which only the database knows. */
  phase: Exclude<SyncPhase, { is: "filling" }>;
  /** The difference that the last search was started for. */
  searchedFor: number | null;
  /** When known records that are missing from the list are searched for again. */
  recheckMissingAtMs: number;
};

const MATCHING = { is: "matching" } as const;
const NO_EFFECT = { is: "none" } as const;

export const INITIAL_MEMORY: SyncMemory = { phase: MATCHING, searchedFor: null, recheckMissingAtMs: 0 };

/** A list without some known records is read again after this delay, or after ten times its own read time. */
const RECHECK_MISSING_MS = 60_000;
const RECHECK_MISSING_FACTOR = 10;

export function phaseOf(
  { phase }: SyncMemory,
  { isFilled, walk }: Pick<SyncState, "isFilled" | "walk">,
): SyncPhase {
  if (!isFilled) return { is: "filling" };
  // Another process has finished the walk of our search.
  return phase.is === "searching" && phase.walk !== walk ? MATCHING : phase;
}

/** An urgent walk runs at full speed and marks every record that it finds. */
export function isUrgent(phase: SyncPhase): boolean {
  return phase.is === "filling" || phase.is === "searching";
}

export type Comparison = {
  next: SyncMemory;
  /** What has to be done before `next` holds. */
  effect: { is: "none" } | { is: "start-walk" } | { is: "accept-difference"; difference: number };
};

/** `pageLength`: the records on the issuer's first page. */
type Refreshed = SyncState & { pageLength: number };

/**
 * The step after each refresh. The same difference twice in a row means that records were missed or deleted, and so does
 * a lack of more than a page, which a background walk may make smaller at each step.
 */
export function compareCounts(memory: SyncMemory, refreshed: Refreshed, nowMs: number): Comparison {
  const { walk, known, total, settledDifference, missing, unreadWalk, pageLength } = refreshed;
  const phase = phaseOf(memory, refreshed);
  if (isUrgent(phase)) return { next: memory, effect: NO_EFFECT };

  const search = (searchedFor: number | null): Comparison => ({
    next: { ...memory, phase: { is: "searching", walk: walk + 1, startedMs: nowMs }, searchedFor },
    effect: { is: "start-walk" },
  });
  if (unreadWalk !== null) return search(memory.searchedFor);
  if (missing > 0 && nowMs >= memory.recheckMissingAtMs) return search(memory.searchedFor);
  if (total === null) return { next: memory, effect: NO_EFFECT };

  const difference = known - total;
  if (difference === 0) return { next: { ...memory, phase: MATCHING, searchedFor: null }, effect: NO_EFFECT };
  if (difference === settledDifference) return { next: { ...memory, phase: MATCHING }, effect: NO_EFFECT };
  const before = phase.is === "differing" ? phase.difference : null;
  if (before === difference && difference === memory.searchedFor)
    return { next: { ...memory, phase: MATCHING }, effect: { is: "accept-difference", difference } };
  const isLacking = before !== null && Math.max(before, difference) < -pageLength;
  // If a search didn't help, the issuer may be counting at random, and would be searched all the time.
  const mayHelp = memory.searchedFor === null || nowMs >= memory.recheckMissingAtMs;
  if (before === difference || (isLacking && mayHelp)) return search(difference);
  return { next: { ...memory, phase: { is: "differing", difference } }, effect: NO_EFFECT };
}

/** The step after the last page of an urgent walk. */
export function endUrgentWalk(memory: SyncMemory, nowMs: number): SyncMemory {
  const searchMs = memory.phase.is === "searching" ? nowMs - memory.phase.startedMs : 0;
  return {
    ...memory,
    phase: MATCHING,
    recheckMissingAtMs: nowMs + Math.max(RECHECK_MISSING_MS, searchMs * RECHECK_MISSING_FACTOR),
  };
}
