import "server-only";
import { createHash } from "node:crypto";
import type { IssuerPage } from "@/lib/contract/list";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { databaseNow, type WriteResult } from "./index-write";
import { removeMissing } from "./remove-missing";
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

/** If more pages have new records, the next walk reads the rest. */
const MAX_REFRESH_PAGES = 50;

/** Resolves when the next call may be sent. */
export type Throttle = () => Promise<void>;

export type ListSyncOptions = {
  /** How long records that can't be read individually must be missing from their list before they are removed. */
  gracePeriodMs: number;
};

/** A list without some known records is read again after this delay, or after ten times its own read time. */
const RECHECK_MISSING_MS = 60_000;
const RECHECK_MISSING_FACTOR = 10;

/**
 * Keeps one of the issuer's lists in sync. `refresh` reads the newest pages until one has no new records. `walk` reads
 * all pages, one per call, and then starts over. New records push older ones to later pages, so a walk may read a
 * record twice but never skips one.
 */
export class ListSync {
  readonly list: SyncedList;
  readonly #throttle: Throttle;
  readonly #gracePeriodMs: number;
  #prefetched: { walk: number; page: number; result: Promise<PageResult> } | null = null;
  #lastDifference: number | null = null;
  /** The difference in counts that started the last urgent walk. */
  #walkedForDifference: number | null = null;
  #urgentWalk = 0;
  #urgentSince = 0;
  #recheckMissingAt = 0;
  /** By page number: an unchanged page needs no write. */
  readonly #pageDigests = new Map<number, string>();
  #version = "";

  constructor(list: SyncedList, throttle: Throttle, options: ListSyncOptions) {
    this.list = list;
    this.#throttle = throttle;
    this.#gracePeriodMs = options.gracePeriodMs;
  }

  async refresh(): Promise<StepResult> {
    const { isFilled } = await this.#readState();
    let total: number | null = null;
    let firstRequestedAt: Date | null = null;
    for (let pageNumber = 1; pageNumber <= MAX_REFRESH_PAGES; pageNumber += 1) {
      const result = await this.#fetchPage(pageNumber);
      if ("failure" in result) return { is: "failed", failure: result.failure };
      if (pageNumber === 1) {
        total = issuerTotal(result.page, pageNumber);
        firstRequestedAt = result.requestedAt;
      }
      const written = await this.#writeIfChanged(pageNumber, result, isFilled);
      if (!isFilled || written.added.length === 0 || result.page.next === null) break;
    }
    if (firstRequestedAt) await recordRefresh(this.list, firstRequestedAt, total);
    await this.#compareCounts();
    return { is: "done" };
  }

  /** Whether the walk runs at full speed: during the first sync, and when the counts differ. */
  async isUrgent(): Promise<boolean> {
    return this.#isUrgentIn(await readSyncState(this.list));
  }

  async walk(): Promise<StepResult> {
    const state = await this.#readState();
    const { walk, walkPage, isFilled } = state;
    const result = await this.#readWalkPage(walk, walkPage);
    if ("failure" in result) return { is: "failed", failure: result.failure };
    const hasMore = result.page.next !== null && result.page.results.length > 0;
    const isUrgent = this.#isUrgentIn(state);
    if (hasMore && isUrgent) this.#prefetch(walk, walkPage + 1);
    if (isUrgent) await this.#write(walkPage, result, isFilled, walk);
    else await this.#writeIfChanged(walkPage, result, isFilled);
    if (!hasMore) return this.#finishWalk(state, result.requestedAt, isUrgent);
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

  #isUrgentIn({ isFilled, walk }: SyncState): boolean {
    return !isFilled || walk === this.#urgentWalk;
  }

  async #finishWalk(state: SyncState, requestedAt: Date, isUrgent: boolean): Promise<StepResult> {
    const { walk, isFilled, missingSince } = state;
    if (!isUrgent) {
      await finishWalk(this.list, { walk, requestedAt, missing: null });
      return { is: "done" };
    }
    const policy = { missingSince, gracePeriodMs: this.#gracePeriodMs, throttle: this.#throttle };
    const removal = await removeMissing(this.list, walk, policy);
    if ("failure" in removal) return { is: "failed", failure: removal.failure };
    await finishWalk(this.list, { walk, requestedAt, missing: removal.kept });
    this.#lastDifference = null;
    const now = Date.now();
    this.#recheckMissingAt =
      now + Math.max(RECHECK_MISSING_MS, (now - this.#urgentSince) * RECHECK_MISSING_FACTOR);
    const hasChanged = removal.removed > 0 || !isFilled || removal.kept !== state.missing;
    if (hasChanged) await publish(["index", this.list.name, "attention"]);
    return { is: "done" };
  }

  /** If our count differs from the issuer's by the same number twice, records were missed or deleted. */
  async #compareCounts(): Promise<void> {
    const { isFilled, walk, known, total, settledDifference, missing } = await readSyncState(this.list);
    if (!isFilled || total === null || walk === this.#urgentWalk) return;
    if (missing > 0 && Date.now() >= this.#recheckMissingAt) return this.#startUrgentWalk(walk);
    const difference = known - total;
    const isUnexplained = difference !== 0 && difference !== settledDifference;
    if (isUnexplained && difference === this.#lastDifference) {
      if (difference === this.#walkedForDifference) {
        await acceptDifference(this.list, difference);
      } else {
        await this.#startUrgentWalk(walk);
        this.#walkedForDifference = difference;
      }
    }
    this.#lastDifference = isUnexplained ? difference : null;
    if (difference === 0) this.#walkedForDifference = null;
  }

  async #startUrgentWalk(walk: number): Promise<void> {
    await startWalk(this.list, walk);
    this.#urgentWalk = walk + 1;
    this.#urgentSince = Date.now();
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
    const written = await this.list.write(page.results, { requestedAt, walk });
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
