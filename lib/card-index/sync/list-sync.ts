import "server-only";
import { createHash } from "node:crypto";
import type { IssuerPage } from "@/lib/contract/list";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { databaseNow, type WriteResult } from "./index-write";
import { removeMissing } from "./remove-missing";
import {
  compareCounts,
  endUrgentWalk,
  INITIAL_MEMORY,
  isUrgent,
  phaseOf,
  type SyncPhase,
} from "./sync-phase";
import {
  acceptDifference,
  finishWalk,
  issuerTotal,
  readSyncState,
  recordPageRead,
  recordRefresh,
  type SyncState,
  startWalk,
} from "./sync-state";
import type { SyncedList } from "./synced-lists";

export type StepResult =
  | { is: "done" }
  /** Nothing was lost: the same step is repeated later. */
  | { is: "failed"; failure: IssuerFailure };

type PageRead = { page: IssuerPage<{ id: string }>; requestedAt: Date };
type PageResult = PageRead | { failure: IssuerFailure };

const MAX_PAGE_DIGESTS = 1_000;

/** If more pages have new records, a walk at full speed reads the rest. */
const MAX_REFRESH_PAGES = 50;

/** Resolves when the next call may be sent. */
export type Throttle = () => Promise<void>;

export type ListSyncOptions = {
  /** How long records that can't be read individually must be missing from their list before they are removed. */
  gracePeriodMs: number;
};

/**
 * Keeps one of the issuer's lists in sync. `refresh` reads the newest pages until one has no new records. `walk` reads
 * all pages, one per call, and then starts over. New records push older ones to later pages, so a walk may read a
 * record twice but never skips one. `sync-phase.ts` decides what a walk is for.
 */
export class ListSync {
  readonly list: SyncedList;
  readonly #throttle: Throttle;
  readonly #gracePeriodMs: number;
  #memory = INITIAL_MEMORY;
  /** The walks up to this one run at full speed. */
  #catchUpThroughWalk = 0;
  #prefetched: { walk: number; page: number; result: Promise<PageResult> } | null = null;
  /** By page number: an unchanged page needs no write. */
  readonly #pageDigests = new Map<number, string>();
  #version = "";

  constructor(list: SyncedList, throttle: Throttle, options: ListSyncOptions) {
    this.list = list;
    this.#throttle = throttle;
    this.#gracePeriodMs = options.gracePeriodMs;
  }

  async refresh(): Promise<StepResult> {
    const { isFilled, walkPage, unreadWalk, version } = await this.#readState();
    // Before the first walk has begun, every page is new.
    const readsOn = isFilled || walkPage > 1;
    let first: PageRead | null = null;
    let writes = 0n;
    let mayBeMore = true;
    for (let pageNumber = 1; mayBeMore && pageNumber <= MAX_REFRESH_PAGES; pageNumber += 1) {
      const result = await this.#fetchPage(pageNumber);
      if ("failure" in result) return { is: "failed", failure: result.failure };
      first ??= result;
      const { added, changed } = await this.#writeIfChanged(pageNumber, result, isFilled);
      if (added.length + changed.length > 0) writes += 1n;
      mayBeMore = readsOn && added.length > 0 && result.page.next !== null;
    }
    if (!first) return { is: "done" };
    await recordRefresh(this.list, {
      requestedAt: first.requestedAt,
      total: issuerTotal(first.page, 1),
      isUnreadAfter: mayBeMore,
      ownVersion: unreadWalk === null ? BigInt(version) + writes : null,
    });
    await this.#compareCounts(first.page.results.length);
    return { is: "done" };
  }

  /** Whether the walk runs at full speed: during the first sync, when the counts differ, and after a rest. */
  async isUrgent(): Promise<boolean> {
    const state = await readSyncState(this.list);
    return isUrgent(phaseOf(this.#memory, state)) || state.walk <= this.#catchUpThroughWalk;
  }

  /** Ends with the first complete walk from now. A walk that has begun goes on, so that catching up often still ends. */
  async beginCatchUp(): Promise<void> {
    const { walk, walkPage } = await readSyncState(this.list);
    this.#catchUpThroughWalk = walkPage === 1 ? walk : walk + 1;
  }

  async walk(): Promise<StepResult> {
    const state = await this.#readState();
    const { walk, walkPage, isFilled } = state;
    const phase = phaseOf(this.#memory, state);
    const result = await this.#readWalkPage(walk, walkPage);
    if ("failure" in result) return { is: "failed", failure: result.failure };
    const hasMore = result.page.next !== null && result.page.results.length > 0;
    if (hasMore && isUrgent(phase)) this.#prefetch(walk, walkPage + 1);
    if (isUrgent(phase)) await this.#write(walkPage, result, isFilled, walk);
    else await this.#writeIfChanged(walkPage, result, isFilled);
    if (!hasMore) return this.#finishWalk(state, result.requestedAt, phase);
    await recordPageRead(this.list, { walk, requestedAt: result.requestedAt, nextPage: walkPage + 1 });
    return { is: "done" };
  }

  /** Digests from before the last index change are stale: their pages must be compared with the index again. */
  async #readState(): Promise<SyncState> {
    const state = await readSyncState(this.list);
    if (state.version !== this.#version) this.#pageDigests.clear();
    this.#version = state.version;
    return state;
  }

  async #finishWalk(state: SyncState, requestedAt: Date, phase: SyncPhase): Promise<StepResult> {
    const { walk, missingSince } = state;
    if (!isUrgent(phase)) {
      await finishWalk(this.list, { walk, requestedAt, missing: null });
      if (walk === this.#catchUpThroughWalk) await publish(["index"]);
      return { is: "done" };
    }
    const policy = { missingSince, gracePeriodMs: this.#gracePeriodMs, throttle: this.#throttle };
    const removal = await removeMissing(this.list, walk, policy);
    if ("failure" in removal) return { is: "failed", failure: removal.failure };
    await finishWalk(this.list, { walk, requestedAt, missing: removal.retained });
    this.#memory = endUrgentWalk(this.#memory, Date.now());
    const hasChanged = removal.removed > 0 || phase.is === "filling" || removal.retained !== state.missing;
    if (hasChanged) await publish(["index", this.list.name, "attention"]);
    return { is: "done" };
  }

  async #compareCounts(pageLength: number): Promise<void> {
    const state = await readSyncState(this.list);
    const { next, effect } = compareCounts(this.#memory, { ...state, pageLength }, Date.now());
    if (effect.is === "start-walk") await startWalk(this.list, state.walk);
    if (effect.is === "accept-difference") await acceptDifference(this.list, effect.difference);
    this.#memory = next;
  }

  async #writeIfChanged(pageNumber: number, result: PageRead, isFilled: boolean): Promise<WriteResult> {
    if (this.#pageDigests.get(pageNumber) === pageDigest(result)) return { added: [], changed: [] };
    return this.#write(pageNumber, result, isFilled, null);
  }

  async #write(
    pageNumber: number,
    result: PageRead,
    isFilled: boolean,
    walk: number | null,
  ): Promise<WriteResult> {
    const { page, requestedAt } = result;
    const hasMore = walk === null && page.next !== null;
    const written = await this.list.write(page.results, { requestedAt, walk, hasMore });
    if (pageNumber <= MAX_PAGE_DIGESTS) this.#pageDigests.set(pageNumber, pageDigest(result));
    // During the first sync every record is new, so nothing is published.
    if (isFilled) await this.list.publishChanges(page.results, written);
    return written;
  }

  /** Fetches the next page while the current one is written. */
  #prefetch(walk: number, page: number): void {
    this.#prefetched = { walk, page, result: this.#fetchPage(page) };
    this.#prefetched.result.catch(() => undefined);
  }

  #readWalkPage(walk: number, page: number): Promise<PageResult> {
    const prefetched = this.#prefetched;
    this.#prefetched = null;
    return prefetched && prefetched.walk === walk && prefetched.page === page
      ? prefetched.result
      : this.#fetchPage(page);
  }

  async #fetchPage(page: number): Promise<PageResult> {
    await this.#throttle();
    const requestedAt = await databaseNow();
    const response = await this.list.fetchPage(page);
    return response.ok ? { page: response.data, requestedAt } : { failure: response.failure };
  }
}

function pageDigest({ page }: PageRead): string {
  return createHash("sha1").update(JSON.stringify(page.results)).digest("base64");
}
