import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import type { Cursor, KeysetPage } from "@/lib/card-index/keyset";
import type { IssuerPage, ListQuery } from "@/lib/contract/list";
import { type CsvValue, csvLines, csvTime, csvTimeColumn } from "@/lib/csv/write-csv";
import { database } from "@/lib/db/database";
import type { ListSource } from "@/lib/domain/cards/listed";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { IssuerResult } from "@/lib/issuer/failure";
import { toAppError } from "@/lib/issuer/to-app-error";
import { inTransaction } from "@/lib/postgres/open-database";
import { csvResponse } from "./csv-response";
import { errorResponse } from "./define-route";
import { withExportSlot } from "./export-slots";
import { issuerPages } from "./issuer-pages";
import { issuerQuery } from "./list-page";

const INDEX_PAGE_ROWS = 500;

type FilterDays = { from: IsoDate | null; to: IsoDate | null; zone: string | null };

type ListedItem = { id: string; created: string };

export type ListExport<Item> = {
  fileName: string;
  columns: readonly string[];
  /** One line per item. */
  toLines: (items: readonly Item[]) => Promise<(readonly CsvValue[])[]>;
  source: ListSource;
  /** Why the list would be incomplete; it is then not exported. */
  incomplete?: string | null;
  days: FilterDays;
  /**
   * For the audit log, without the search text, which may be a name. The zone is named `timeZone`, because `zone`
   * would be masked as the region of an address.
   */
  filter: Readonly<Record<string, unknown>>;
  fetchFromIssuer(query: Partial<ListQuery>): Promise<IssuerResult<IssuerPage<Item>>>;
  fetchFromIndex(cursor: Cursor & { limit: number }): Promise<KeysetPage<Item>>;
};

/**
 * Streams all pages of a list as CSV. The export is audited before the first byte is sent. If it can't be completed,
 * the download is aborted, so that the browser knows that the file is incomplete.
 */
export async function exportList<Item extends ListedItem>(
  request: Request,
  /** The action in the audit log, such as "cards.export". */
  action: string,
  define: (searchParams: URLSearchParams) => Promise<ListExport<Item>>,
): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("lists.export", { action }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  return withExportSlot(permitted.data.id, request, () =>
    createExport(request, info, permitted.data, action, define),
  );
}

async function createExport<Item extends ListedItem>(
  request: Request,
  info: RequestInfo,
  { id, name, role }: Actor,
  action: string,
  define: (searchParams: URLSearchParams) => Promise<ListExport<Item>>,
): Promise<Response> {
  const list = await define(new URL(request.url).searchParams);
  if (list.incomplete) {
    const { requestId } = info;
    return errorResponse({ code: "refused", message: list.incomplete, requestId, retry: "never" });
  }
  const first = list.source === "issuer" ? await fetchFromIssuer(list, 1) : null;
  if (first && !first.ok) return errorResponse(toAppError(first.failure));
  const { pool } = await database();
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action,
      outcome: "succeeded",
      actor: { id, name, role },
      input: { ...list.filter, source: list.source },
      address: info.address,
    }),
  );
  return csvResponse(
    list.fileName,
    lines(list, first ? issuerPages(first.data, (page) => fetchFromIssuer(list, page)) : indexPages(list)),
  );
}

/** If the filter has a time zone, the times are also in that one. */
async function* lines<Item extends ListedItem>(
  { columns, toLines, days: { zone } }: ListExport<Item>,
  pages: AsyncIterable<Item[]>,
): AsyncGenerator<string> {
  yield csvLines([[...columns, ...(zone ? [csvTimeColumn("created", zone)] : [])]]);
  for await (const items of pages) {
    const cells = await toLines(items);
    yield csvLines(
      items.map(({ created }, index) => [...(cells[index] ?? []), ...(zone ? [csvTime(created, zone)] : [])]),
    );
  }
}

function fetchFromIssuer<Item>(
  list: ListExport<Item>,
  page: number,
): Promise<IssuerResult<IssuerPage<Item>>> {
  return list.fetchFromIssuer(issuerQuery({ ...list.days, page }));
}

async function* indexPages<Item>({ fetchFromIndex }: ListExport<Item>): AsyncGenerator<Item[]> {
  let after: string | null = null;
  do {
    const page: KeysetPage<Item> = await fetchFromIndex({ after, limit: INDEX_PAGE_ROWS });
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  } while (after !== null);
}
