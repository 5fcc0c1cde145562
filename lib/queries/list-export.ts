import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { findMissingConfirmation } from "@/lib/auth/confirmation/recent-confirmation";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import type { Cursor, KeysetPage } from "@/lib/card-index/keyset";
import type { IssuerPage, ListQuery } from "@/lib/contract/list";
import { database } from "@/lib/db/database";
import type { ListSource } from "@/lib/domain/cards/listed";
import { type CellRow, timeCell, timeColumn } from "@/lib/domain/exports/cell";
import type { ExportFormat } from "@/lib/domain/exports/export-format";
import type { Role } from "@/lib/domain/people/permissions";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { IssuerResult } from "@/lib/issuer/failure";
import { toAppError } from "@/lib/issuer/to-app-error";
import { inTransaction } from "@/lib/postgres/open-database";
import type { Sheet } from "@/lib/xlsx/write-xlsx";
import { errorResponse } from "./define-route";
import { exportResponse, readExportFormat, unknownFormat } from "./export-response";
import { withExportSlot } from "./export-slots";
import { issuerPages } from "./issuer-pages";
import { issuerQuery } from "./list-page";

const INDEX_PAGE_ROWS = 500;

type FilterDays = { from: IsoDate | null; to: IsoDate | null; zone: string | null };

type ListedItem = { id: string; created: string };

export type ListExport<Item> = {
  fileName: string;
  /** In a spreadsheet. */
  sheetName: string;
  columns: readonly string[];
  /** One row per item. */
  toRows: (items: readonly Item[]) => Promise<CellRow[]>;
  source: ListSource;
  /** Why the list would be incomplete; it is then not exported. */
  incomplete?: string | null;
  days: FilterDays;
  /**
   * For the audit log, without the search text, which may be a name. The zone is named `timeZone`, because `zone`
   * would be masked as the region of an address.
   */
  filter: Readonly<Record<string, unknown>>;
  /** For a list whose source can be the issuer. */
  fetchFromIssuer?(query: Partial<ListQuery>): Promise<IssuerResult<IssuerPage<Item>>>;
  fetchFromIndex(cursor: Cursor & { limit: number }): Promise<KeysetPage<Item>>;
};

type DefineExport<Item> = (
  searchParams: URLSearchParams,
  format: ExportFormat,
  role: Role,
) => Promise<ListExport<Item>>;

/**
 * Streams all pages of a list as a file. The export is audited before the first byte is sent. If it can't be completed,
 * the download is aborted, so that the browser knows that the file is incomplete.
 */
export async function exportList<Item extends ListedItem>(
  request: Request,
  /** The action in the audit log, such as "cards.export". */
  action: string,
  define: DefineExport<Item>,
): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("lists.export", { action }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const unconfirmed = await findMissingConfirmation(permitted.data, info.requestId);
  if (unconfirmed) return errorResponse(unconfirmed);
  return withExportSlot(permitted.data.id, request, () =>
    createExport(request, info, permitted.data, action, define),
  );
}

async function createExport<Item extends ListedItem>(
  request: Request,
  info: RequestInfo,
  { id, name, role }: Actor,
  action: string,
  define: DefineExport<Item>,
): Promise<Response> {
  const format = readExportFormat(request);
  if (!format) return errorResponse(unknownFormat(info.requestId));
  const list = await define(new URL(request.url).searchParams, format, role);
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
      input: { ...list.filter, source: list.source, format },
      address: info.address,
    }),
  );
  const pages = first ? issuerPages(first.data, (page) => fetchFromIssuer(list, page)) : indexPages(list);
  return exportResponse(list.fileName, format, toSheet(list, pages));
}

/** If the filter has a time zone, the times are also in that one. */
function toSheet<Item extends ListedItem>(list: ListExport<Item>, pages: AsyncIterable<Item[]>): Sheet {
  const { sheetName, columns, days } = list;
  return {
    name: sheetName,
    columns: days.zone ? [...columns, timeColumn("created", days.zone)] : columns,
    batches: toBatches(list, pages),
  };
}

async function* toBatches<Item extends ListedItem>(
  { toRows, days: { zone } }: ListExport<Item>,
  pages: AsyncIterable<Item[]>,
): AsyncGenerator<CellRow[]> {
  for await (const items of pages) {
    const rows = await toRows(items);
    yield zone ? items.map(({ created }, index) => [...(rows[index] ?? []), timeCell(created, zone)]) : rows;
  }
}

function fetchFromIssuer<Item>(
  list: ListExport<Item>,
  page: number,
): Promise<IssuerResult<IssuerPage<Item>>> {
  if (!list.fetchFromIssuer) throw new Error(`The issuer has no ${list.sheetName}`);
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
