import "server-only";
import type { IssuerPage } from "@/lib/contract/list";
import type { FailureKind, IssuerResult } from "@/lib/issuer/failure";
import { log } from "@/lib/log";

/** New records push others to the next page during the export, so the last IDs are checked for duplicates. */
const MAX_SEEN_IDS = 5_000;

/** An issuer that returns the same rows for every page would otherwise be read forever. */
const MAX_STALE_PAGES = 20;

/**
 * Every record of a list, page by page. An issuer that counts before it reads calls a page the last one although a
 * new record has just pushed another off it, so the page after that one is read too.
 */
export async function* issuerPages<Item extends { id: string }>(
  first: IssuerPage<Item>,
  fetchPage: (page: number) => Promise<IssuerResult<IssuerPage<Item>>>,
): AsyncGenerator<Item[]> {
  const seenIds = new Set<string>();
  let currentPage = first;
  let stalePages = 0;
  for (let page = 2; ; page += 1) {
    const isLast = currentPage.next === null;
    const fresh = currentPage.results.filter(({ id }) => !seenIds.has(id));
    if (currentPage.results.length === 0 || (isLast && fresh.length === 0)) return;
    // The next page is fetched while this one is written.
    const nextPage = fetchPage(page);
    rememberIds(seenIds, fresh);
    stalePages = fresh.length > 0 ? 0 : stalePages + 1;
    if (stalePages > MAX_STALE_PAGES) throw new Error("The issuer's list does not come to an end");
    if (fresh.length > 0) yield fresh;
    const response = await nextPage;
    if (response.ok) currentPage = response.data;
    else if (isLast && isBeyondTheEnd(response.failure.kind)) return;
    else {
      log().warn({ page, kind: response.failure.kind }, "Export aborted: the issuer failed");
      throw new Error(response.failure.message);
    }
  }
}

/** How an issuer may respond to a page that doesn't exist. */
function isBeyondTheEnd(kind: FailureKind): boolean {
  return kind === "not-found" || kind === "refused";
}

function rememberIds(seenIds: Set<string>, items: readonly { id: string }[]): void {
  for (const { id } of items) seenIds.add(id);
  for (const oldest of seenIds) {
    if (seenIds.size <= MAX_SEEN_IDS) return;
    seenIds.delete(oldest);
  }
}
