import "server-only";
import type { Cursor, KeysetPage } from "@/lib/card-index/keyset";
import type { IssuerPage, ListQuery } from "@/lib/contract/list";
import type { IsoDate } from "@/lib/domain/calendar";
import { FIRST_PAGE, type ListPage, type ListPosition } from "@/lib/domain/lists";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import type { IssuerResult } from "@/lib/issuer/failure";
import { toAppError } from "@/lib/issuer/to-app-error";
import { within } from "./with-timeout";

/** The index has no page size of its own; about a screen and a half. */
const ROWS_PER_PAGE = 25;
/** A page that has rows to show does not wait longer than this for better ones. */
const PATIENCE_MS = 3_000;

type ListView = ListPosition & { from: IsoDate | null; to: IsoDate | null };

type ListReader<Item> = {
  isLive: boolean;
  view: ListView;
  fetchFromIssuer(query: Partial<ListQuery>): Promise<IssuerResult<IssuerPage<Item>>>;
  fetchFromIndex(place: Cursor & { limit: number }): Promise<KeysetPage<Item> & { isFuzzy?: boolean }>;
  requestId: string;
};

/**
 * One page, from the issuer as long as it can answer what is asked, else from the index. Where the issuer fails the
 * index stands in, and the page says so.
 */
export async function readListPage<Item>(reader: ListReader<Item>): Promise<Result<ListPage<Item>>> {
  if (!reader.isLive) return success(await readIndexPage(reader, reader.view));
  const asking = readIssuerPage(reader);
  const answered = (await within(PATIENCE_MS, asking)) ?? failure(slow(reader.requestId));
  if (answered.ok) return answered;
  const standIn = await readIndexPage(reader, FIRST_PAGE);
  // An empty index knows nothing: then only the issuer can tell, however long it takes.
  if (standIn.rows.length === 0) return asking;
  return success({ ...standIn, instead: answered.error });
}

async function readIssuerPage<Item>({
  view,
  fetchFromIssuer,
}: ListReader<Item>): Promise<Result<ListPage<Item>>> {
  const answered = await fetchFromIssuer(issuerQuery(view));
  if (!answered.ok) return failure(toAppError(answered.failure));
  const { results, count, next } = answered.data;
  const { page } = view;
  const isMore = next !== null;
  const isCounted = count > results.length;
  return success({
    rows: results,
    source: "issuer",
    instead: null,
    isFuzzy: false,
    page,
    total: isCounted ? count : page === 1 && !isMore ? results.length : null,
    pageCount: pageCountOf({ page, isMore, isCounted, count, rows: results.length }),
    next: isMore ? { ...FIRST_PAGE, page: page + 1 } : null,
    // From a page past the end there is only one way that surely leads to rows.
    previous: page === 1 ? null : { ...FIRST_PAGE, page: results.length === 0 ? 1 : page - 1 },
  });
}

export function issuerQuery({ page, from, to }: Omit<ListView, "after" | "before">): Partial<ListQuery> {
  return { page, ...(from ? { min_created: from } : {}), ...(to ? { max_created: to } : {}) };
}

type Counted = { page: number; isMore: boolean; isCounted: boolean; count: number; rows: number };

// Only a page that is followed by another shows how many rows a page holds.
function pageCountOf({ page, isMore, isCounted, count, rows }: Counted): number | null {
  if (!isMore) return rows > 0 ? page : null;
  return isCounted && rows > 0 ? Math.ceil(count / rows) : null;
}

async function readIndexPage<Item>(
  { fetchFromIndex }: ListReader<Item>,
  { page: asked, after, before }: ListPosition,
): Promise<ListPage<Item>> {
  const {
    rows,
    next,
    previous,
    isFuzzy = false,
  } = await fetchFromIndex({ after, before, limit: ROWS_PER_PAGE });
  const page = previous === null ? 1 : Math.max(asked, 2);
  const isPastTheEnd = rows.length === 0 && (after !== null || before !== null);
  return {
    rows,
    source: "index",
    instead: null,
    isFuzzy,
    page: isPastTheEnd ? asked : page,
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

function slow(requestId: string): AppError {
  const message = `The issuer didn’t respond within ${PATIENCE_MS / 1000} seconds.`;
  return { code: "issuer-unavailable", message, requestId, retry: "safe" };
}
