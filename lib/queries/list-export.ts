import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import type { Cursor, KeysetPage } from "@/lib/card-index/keyset";
import type { IssuerPage, ListQuery } from "@/lib/contract/list";
import { database } from "@/lib/db/database";
import type { IsoDate } from "@/lib/domain/calendar";
import { csvLine, csvTime, csvTimeColumn } from "@/lib/domain/csv";
import type { IssuerResult } from "@/lib/issuer/failure";
import { toAppError } from "@/lib/issuer/to-app-error";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { csvResponse } from "./csv-response";
import { errorResponse } from "./define-route";
import { inExportSlot } from "./export-slots";
import { issuerQuery } from "./list-page";

const INDEX_ROWS = 500;
/** While pages are read, new records push others to the next page: of so many the id is remembered. */
const REMEMBERED_ROWS = 5_000;

/** An issuer that answers every page with the same rows would be read for ever. */
const MOST_STALE_PAGES = 20;

type Cell = string | number | null | undefined;
type FilterDays = { from: IsoDate | null; to: IsoDate | null; zone: string | null };

type ListedItem = { id: string; created: string };

export type ListExport<Item> = {
  fileName: string;
  columns: readonly string[];
  /** The lines of a few hundred items, one for each, without the time. */
  toLines: (items: readonly Item[]) => Promise<(readonly Cell[])[]>;
  isLive: boolean;
  days: FilterDays;
  /**
   * What was asked for, without what someone typed: that may be a name. The zone is named `timeZone`, because `zone` is
   * the region of an address and would be masked.
   */
  filter: Readonly<Record<string, unknown>>;
  fetchFromIssuer(query: Partial<ListQuery>): Promise<IssuerResult<IssuerPage<Item>>>;
  fetchFromIndex(place: Cursor & { limit: number }): Promise<KeysetPage<Item>>;
};

/**
 * All pages of a list as CSV, while they are read. That someone took them is written down before the first byte
 * leaves. A file that cannot be finished breaks off: the browser then knows that it is not whole.
 */
export async function exportList<Item extends ListedItem>(
  request: Request,
  /** In the audit log: "cards.export". */
  action: string,
  define: (searchParams: URLSearchParams) => Promise<ListExport<Item>>,
): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("transactions.export", { action }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  return inExportSlot(permitted.data.id, request, () =>
    makeExport(request, info, permitted.data, action, define),
  );
}

async function makeExport<Item extends ListedItem>(
  request: Request,
  info: RequestInfo,
  { id, name, role }: Actor,
  action: string,
  define: (searchParams: URLSearchParams) => Promise<ListExport<Item>>,
): Promise<Response> {
  const list = await define(new URL(request.url).searchParams);
  const first = list.isLive ? await fetchFromIssuer(list, 1) : null;
  if (first && !first.ok) return errorResponse(toAppError(first.failure));
  const { pool } = await database();
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action,
      outcome: "succeeded",
      actor: { id, name, role },
      input: { ...list.filter, source: list.isLive ? "issuer" : "index" },
      address: info.address,
    }),
  );
  return csvResponse(list.fileName, lines(list, first ? issuerPages(list, first.data) : indexPages(list)));
}

/** Times are in UTC, for programs; where the days are of another zone, also in that one, so that they agree with them. */
async function* lines<Item extends ListedItem>(
  { columns, toLines, days: { zone } }: ListExport<Item>,
  pages: AsyncIterable<Item[]>,
): AsyncGenerator<string> {
  const local = zone ? [csvTimeColumn("created", zone)] : [];
  yield csvLine([...columns, csvTimeColumn("created"), ...local]);
  for await (const items of pages) {
    const cells = await toLines(items);
    yield items
      .map(({ created }, place) =>
        csvLine([...(cells[place] ?? []), csvTime(created), ...(zone ? [csvTime(created, zone)] : [])]),
      )
      .join("");
  }
}

function fetchFromIssuer<Item>(
  list: ListExport<Item>,
  page: number,
): Promise<IssuerResult<IssuerPage<Item>>> {
  return list.fetchFromIssuer(issuerQuery({ ...list.days, page }));
}

async function* issuerPages<Item extends ListedItem>(
  list: ListExport<Item>,
  first: IssuerPage<Item>,
): AsyncGenerator<Item[]> {
  const known = new Set<string>();
  let answer = first;
  let stalePages = 0;
  for (let page = 2; ; page += 1) {
    const isMore = answer.next !== null && answer.results.length > 0;
    // The next page is on its way while this one is written.
    const asking = isMore ? fetchFromIssuer(list, page) : null;
    const fresh = answer.results.filter(({ id }) => !known.has(id));
    remember(known, fresh);
    stalePages = fresh.length > 0 ? 0 : stalePages + 1;
    if (stalePages > MOST_STALE_PAGES) throw new Error("The issuer's list does not come to an end");
    if (fresh.length > 0) yield fresh;
    const answered = await asking;
    if (!answered) return;
    if (!answered.ok) {
      log().warn({ page, kind: answered.failure.kind }, "Export aborted: the issuer failed");
      throw new Error(answered.failure.message);
    }
    answer = answered.data;
  }
}

function remember(known: Set<string>, items: readonly { id: string }[]): void {
  for (const { id } of items) known.add(id);
  for (const oldest of known) {
    if (known.size <= REMEMBERED_ROWS) return;
    known.delete(oldest);
  }
}

async function* indexPages<Item>({ fetchFromIndex }: ListExport<Item>): AsyncGenerator<Item[]> {
  let after: string | null = null;
  do {
    const page: KeysetPage<Item> = await fetchFromIndex({ after, limit: INDEX_ROWS });
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  } while (after !== null);
}
