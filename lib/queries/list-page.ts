import "server-only";
import type { Cursor, KeysetPage } from "@/lib/card-index/keyset";
import type { IssuerPage, ListQuery } from "@/lib/contract/list";
import { FIRST_PAGE, type ListPage, type ListPosition, type ListSource } from "@/lib/domain/cards/listed";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { IssuerResult } from "@/lib/issuer/failure";
import { toAppError } from "@/lib/issuer/to-app-error";
import { withTimeout } from "@/lib/issuer/with-timeout";

/** About a screen and a half. */
const ROWS_PER_PAGE = 25;
/** After this long, the index answers instead of the issuer. */
const TIMEOUT_MS = 3_000;

type ListView = ListPosition & { from: IsoDate | null; to: IsoDate | null };

type ListReader<Item> = {
  /** Which of the two supports the view. */
  source: ListSource;
  view: ListView;
  fetchFromIssuer(query: Partial<ListQuery>): Promise<IssuerResult<IssuerPage<Item>>>;
  fetchFromIndex(cursor: Cursor & { limit: number }): Promise<KeysetPage<Item> & { isFuzzy?: boolean }>;
  requestId: string;
};

/**
 * Reads one page from the issuer if it supports the view, otherwise from the index. If the issuer fails, the index
 * is the fallback, and the page says so.
 */
export async function readListPage<Item>(reader: ListReader<Item>): Promise<Result<ListPage<Item>>> {
  if (reader.source === "index") return success(await readIndexPage(reader, reader.view));
  const pending = readIssuerPage(reader);
  const result = (await withTimeout(TIMEOUT_MS, pending)) ?? failure(slowIssuer(reader.requestId));
  if (result.ok) return result;
  const fallback = await readIndexPage(reader, FIRST_PAGE);
  // If the index is empty, only the issuer can answer, however long it takes.
  if (fallback.rows.length === 0) return pending;
  return success({ ...fallback, fallbackReason: result.error });
}

async function readIssuerPage<Item>({
  view,
  fetchFromIssuer,
}: ListReader<Item>): Promise<Result<ListPage<Item>>> {
  const result = await fetchFromIssuer(issuerQuery(view));
  if (!result.ok) return failure(toAppError(result.failure));
  const { results, count, next } = result.data;
  const { page } = view;
  const hasMore = next !== null;
  const isCounted = count > results.length;
  return success({
    rows: results,
    source: "issuer",
    fallbackReason: null,
    isFuzzy: false,
    page,
    total: isCounted ? count : page === 1 && !hasMore ? results.length : null,
    pageCount: pageCountOf({ page, hasMore, isCounted, count, rows: results.length }),
    next: hasMore ? { ...FIRST_PAGE, page: page + 1 } : null,
    // From a page past the end, only the first page is certain to have rows.
    previous: page === 1 ? null : { ...FIRST_PAGE, page: results.length === 0 ? 1 : page - 1 },
  });
}

export function issuerQuery({ page, from, to }: Omit<ListView, "after" | "before">): Partial<ListQuery> {
  return { page, ...(from ? { min_created: from } : {}), ...(to ? { max_created: to } : {}) };
}

type PageCounts = { page: number; hasMore: boolean; isCounted: boolean; count: number; rows: number };

// Only a page with a next page shows how many rows a page holds.
function pageCountOf({ page, hasMore, isCounted, count, rows }: PageCounts): number | null {
  if (!hasMore) return rows > 0 ? page : null;
  return isCounted && rows > 0 ? Math.ceil(count / rows) : null;
}

export async function readIndexPage<Item>(
  { fetchFromIndex }: Pick<ListReader<Item>, "fetchFromIndex">,
  { page: requestedPage, after, before }: ListPosition,
): Promise<ListPage<Item>> {
  const {
    rows,
    next,
    previous,
    isFuzzy = false,
  } = await fetchFromIndex({ after, before, limit: ROWS_PER_PAGE });
  const page = previous === null ? 1 : Math.max(requestedPage, 2);
  const isPastTheEnd = rows.length === 0 && (after !== null || before !== null);
  return {
    rows,
    source: "index",
    fallbackReason: null,
    isFuzzy,
    page: isPastTheEnd ? requestedPage : page,
    total: null,
    pageCount: null,
    next: next === null ? null : { page: page + 1, after: next, before: null },
    previous: isPastTheEnd ? FIRST_PAGE : previousPosition(page, previous),
  };
}

function previousPosition(page: number, previous: string | null): ListPosition | null {
  if (previous === null) return null;
  return page === 2 ? FIRST_PAGE : { page: page - 1, after: null, before: previous };
}

function slowIssuer(requestId: string): AppError {
  const message = `The issuer didn’t respond within ${TIMEOUT_MS / 1000} seconds.`;
  return { code: "issuer-unavailable", message, requestId, retry: "safe" };
}
