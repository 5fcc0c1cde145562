import "server-only";
import { createHash } from "node:crypto";
import type { IssuerPage } from "@/lib/contract/list";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure } from "@/lib/issuer/failure";
import {
  startWalk,
  finishWalk,
  type SyncState,
  recordRefresh,
  acceptDifference,
  recordPageRead,
  readSyncState,
  totalOf,
} from "./feed-state";
import type { SyncedList } from "./feeds";
import { removeMissing } from "./missing";
import { databaseNow, type WriteResult } from "./reading";

/** What a step of reading came to. */
export type Step =
  | { is: "done" }
  /** The issuer gave no use: nothing was lost, the same step comes again. */
  | { is: "failed"; failure: IssuerFailure };

type Answer = { page: IssuerPage<{ id: string }>; requestedAt: Date };
type Read = Answer | { failure: IssuerFailure };

const REMEMBERED_PAGES = 1_000;

/** How many pages of unknown records are read at once; what lies beyond is met by the walk. */
const MOST_FRESH_PAGES = 50;

/** Waits until the next call may be sent. */
export type Pace = () => Promise<void>;

export type ListSyncOptions = {
  /** How long records that cannot be asked for one by one must be missing from their list to be believed gone. */
  gracePeriodMs: number;
};

/** A list that lacks known records is read again after this long, or ten times as long as reading it takes. */
const DOUBT_AGAIN_MS = 60_000;
const DOUBT_AGAIN_FACTOR = 10;

/**
 * Keeps one list of the issuer in step. `refresh` reads what is newest until it meets a page that brings nothing
 * new; `walk` goes through all pages, one at a time, over and over: records move towards later pages when new ones
 * come, so a walk may meet one twice but misses none.
 */
export class ListSync {
  readonly feed: SyncedList;
  readonly #pace: Pace;
  readonly #gracePeriodMs: number;
  #ahead: { walk: number; page: number; read: Promise<Read> } | null = null;
  #difference: number | null = null;
  /** The difference that the last hurried walk set out to mend. */
  #walkedFor: number | null = null;
  #hurriedWalk = 0;
  #hurriedSince = 0;
  #doubtAgainAt = 0;
  /** What each page said when it was last taken over, so that the same again costs no more than reading it. */
  readonly #said = new Map<number, string>();
  #version = "";

  constructor(feed: SyncedList, pace: Pace, options: ListSyncOptions) {
    this.feed = feed;
    this.#pace = pace;
    this.#gracePeriodMs = options.gracePeriodMs;
  }

  async refresh(): Promise<Step> {
    const { isFilled } = await this.#readState();
    let total: number | null = null;
    let firstAskedAt: Date | null = null;
    for (let pageNumber = 1; pageNumber <= MOST_FRESH_PAGES; pageNumber += 1) {
      const read = await this.#read(pageNumber);
      if ("failure" in read) return { is: "failed", failure: read.failure };
      if (pageNumber === 1) {
        total = totalOf(read.page, pageNumber);
        firstAskedAt = read.requestedAt;
      }
      const written = await this.#takeNews(pageNumber, read, isFilled);
      if (!isFilled || written.added.length === 0 || read.page.next === null) break;
    }
    if (firstAskedAt) await recordRefresh(this.feed, firstAskedAt, total);
    await this.#compare();
    return { is: "done" };
  }

  /** Whether all pages should be read as fast as is polite: at first, and when counts do not agree. */
  async isHurried(): Promise<boolean> {
    return this.#isHurriedIn(await readSyncState(this.feed));
  }

  async walk(): Promise<Step> {
    const state = await this.#readState();
    const { walk, walkPage, isFilled } = state;
    const read = await this.#readWalked(walk, walkPage);
    if ("failure" in read) return { is: "failed", failure: read.failure };
    const hasMore = read.page.next !== null && read.page.results.length > 0;
    const isHurried = this.#isHurriedIn(state);
    if (hasMore && isHurried) this.#readAhead(walk, walkPage + 1);
    if (isHurried) await this.#take(walkPage, read, isFilled, walk);
    else await this.#takeNews(walkPage, read, isFilled);
    if (!hasMore) return this.#end(state, read.requestedAt, isHurried);
    await recordPageRead(this.feed, { walk, requestedAt: read.requestedAt, nextPage: walkPage + 1 });
    return { is: "done" };
  }

  /** Pages that were read before the index last changed must be held against it again. */
  async #readState(): Promise<SyncState> {
    const state = await readSyncState(this.feed);
    if (state.version !== this.#version) this.#said.clear();
    this.#version = state.version;
    return state;
  }

  #isHurriedIn({ isFilled, walk }: SyncState): boolean {
    return !isFilled || walk === this.#hurriedWalk;
  }

  async #end(state: SyncState, requestedAt: Date, isHurried: boolean): Promise<Step> {
    const { walk, isFilled, missingSince } = state;
    if (!isHurried) {
      await finishWalk(this.feed, { walk, requestedAt, missing: null });
      return { is: "done" };
    }
    const doubt = { missingSince, gracePeriodMs: this.#gracePeriodMs, pace: this.#pace };
    const verdict = await removeMissing(this.feed, walk, doubt);
    if ("failure" in verdict) return { is: "failed", failure: verdict.failure };
    await finishWalk(this.feed, { walk, requestedAt, missing: verdict.kept });
    this.#difference = null;
    const now = Date.now();
    this.#doubtAgainAt = now + Math.max(DOUBT_AGAIN_MS, (now - this.#hurriedSince) * DOUBT_AGAIN_FACTOR);
    const isNews = verdict.removed > 0 || !isFilled || verdict.kept !== state.missing;
    if (isNews) await publish(["index", this.feed.name, "attention"]);
    return { is: "done" };
  }

  /** Twice the same difference between what we know and what the issuer counts: something was missed, or is gone. */
  async #compare(): Promise<void> {
    const { isFilled, walk, known, total, settledDifference, missing } = await readSyncState(this.feed);
    if (!isFilled || total === null || walk === this.#hurriedWalk) return;
    if (missing > 0 && Date.now() >= this.#doubtAgainAt) return this.#hurry(walk);
    const difference = known - total;
    const isNews = difference !== 0 && difference !== settledDifference;
    if (isNews && difference === this.#difference) {
      if (difference === this.#walkedFor) {
        await acceptDifference(this.feed, difference);
      } else {
        await this.#hurry(walk);
        this.#walkedFor = difference;
      }
    }
    this.#difference = isNews ? difference : null;
    if (difference === 0) this.#walkedFor = null;
  }

  async #hurry(walk: number): Promise<void> {
    await startWalk(this.feed, walk);
    this.#hurriedWalk = walk + 1;
    this.#hurriedSince = Date.now();
  }

  /** The same page as last time brings nothing. */
  async #takeNews(pageNumber: number, read: Answer, isFilled: boolean): Promise<WriteResult> {
    if (this.#said.get(pageNumber) === digestOf(read)) return { added: [], changed: [] };
    return this.#take(pageNumber, read, isFilled, null);
  }

  async #take(pageNumber: number, read: Answer, isFilled: boolean, walk: number | null): Promise<WriteResult> {
    const { page, requestedAt } = read;
    const written = await this.feed.write(page.results, { requestedAt, walk });
    if (pageNumber <= REMEMBERED_PAGES) this.#said.set(pageNumber, digestOf(read));
    // While the index fills, everything is new to us and nothing is news.
    if (isFilled) await this.feed.announce(page.results, written);
    return written;
  }

  /** Asks for the next page while this one is written: the issuer is then never kept waiting by us. */
  #readAhead(walk: number, page: number): void {
    this.#ahead = { walk, page, read: this.#read(page) };
    this.#ahead.read.catch(() => undefined);
  }

  #readWalked(walk: number, page: number): Promise<Read> {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead && ahead.walk === walk && ahead.page === page ? ahead.read : this.#read(page);
  }

  async #read(page: number): Promise<Read> {
    await this.#pace();
    const requestedAt = await databaseNow();
    const listed = await this.feed.list(page);
    return listed.ok ? { page: listed.data, requestedAt } : { failure: listed.failure };
  }
}

function digestOf({ page }: Answer): string {
  return createHash("sha1").update(JSON.stringify(page.results)).digest("base64");
}
