import "server-only";
import {
  addCursor,
  type Cursor,
  type KeysetPage,
  orderBy,
  parseCursor,
  type Sort,
  toPage,
} from "@/lib/card-index/keyset";
import { pool } from "@/lib/db/database";
import { unsealNoteText } from "@/lib/db/sealed-note-text";
import type {
  ExceptionHistoryEntry,
  ExceptionsSummary,
  ReconciliationException,
} from "@/lib/domain/reconciliation/exception";
import type { ExceptionFilter, SeenExceptions } from "@/lib/domain/reconciliation/exception-work";
import { isUuid } from "@/lib/domain/text/uuid";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import type { SortableColumnId } from "@/lib/lists/list";
import { exceptionConditions, FINGERPRINT } from "./exception-filter";

export type ExceptionSort = Sort<SortableColumnId<typeof exceptionsList>>;

type Row = Omit<ReconciliationException, "foundAt" | "stateSince"> & {
  created_at: Date;
  stateSince: Date;
  sort_value: string;
};

/** Of the values of an exception `e` that are amounts. */
export const VALUE_CURRENCY = `
  case e.field when 'Merchant’s amount' then (select t.currency from indexed_transactions t where t.id = e.transaction_id)
    else e.currency end as "valueCurrency"`;

const COLUMNS = `
  e.id, e.kind, e.day::text as day, e.transaction_id as "transactionId", e.card_id as "cardId", e.event, e.merchant,
  (select jsonb_build_object('id', r.id, 'type', r.type, 'date', r.date::text)
   from report_files f join report_requests r on r.id = f.request_id where f.id = e.file_id) as report, e.row_number::int as "rowNumber", e.field, e.ours, e.theirs,
  ${VALUE_CURRENCY}, e.currency,
  e.difference::text as difference, e.state, e.reason, e.note,
  (select jsonb_build_object('id', p.id, 'name', p.name) from people p where p.id = e.owner_id) as owner,
  e.rule_id as "ruleId", e.is_resolved_by_itself as "isResolvedByItself", e.created_at,
  e.state_since as "stateSince", e.version`;

/** The cursor's time of an exception is when it was found. */
const SOURCE = "(select *, found_at as created_at from reconciliation_exceptions) e";

export async function listExceptions({
  filter,
  sort,
  limit,
  ...position
}: Cursor & { filter: ExceptionFilter; sort: ExceptionSort; limit: number }): Promise<
  KeysetPage<ReconciliationException>
> {
  const { column, type } = exceptionsList.columns[sort.by].sort;
  const start = parseCursor(position, { type, direction: sort.direction });
  // A forged cursor means the first page.
  if (start.cursor && !isUuid(start.cursor[2])) start.cursor = null;
  const conditions = exceptionConditions(filter);
  addCursor(conditions, start, { column, type });
  const { rows } = await (await pool()).query<Row>(
    `select ${COLUMNS}, (${column})::text as sort_value from ${SOURCE} where ${conditions}
     order by ${orderBy(column, start.direction)} limit ${limit + 1}`,
    conditions.values,
  );
  const page = toPage(rows, limit, start);
  return { ...page, rows: page.rows.map(toException) };
}

export async function countExceptions(filter: ExceptionFilter): Promise<number> {
  const conditions = exceptionConditions(filter);
  const { rows } = await (await pool()).query<{ count: number }>(
    `select count(*)::int as count from reconciliation_exceptions e where ${conditions}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** What a person confirms before all of them are changed. */
export async function readSeen(filter: ExceptionFilter): Promise<SeenExceptions> {
  const conditions = exceptionConditions(filter);
  const { rows } = await (await pool()).query<SeenExceptions>(
    `select ${FINGERPRINT} from reconciliation_exceptions e where ${conditions}`,
    conditions.values,
  );
  return rows[0] ?? { count: 0, fingerprint: "0" };
}

export async function findException(id: string): Promise<ReconciliationException | null> {
  const { rows } = await (await pool()).query<Row>(`select ${COLUMNS} from ${SOURCE} where e.id = $1`, [id]);
  return rows[0] ? toException(rows[0]) : null;
}

/** The newest first. Only an entry that left the exception as it is now can be undone. */
export async function listHistory(exceptionId: string): Promise<ExceptionHistoryEntry[]> {
  const { rows } = await (await pool()).query<
    Omit<ExceptionHistoryEntry, "at" | "batch"> & {
      at: Date;
      batchId: string | null;
      note: string;
      size: number;
    }
  >(
    `select h.id::text as id, h.at, p.name as person, h.rule_id is not null and h.person_id is null as "isByRule",
            h.state, h.message, h.note, case when h.version = e.version then h.batch_id end as "batchId",
            case when h.version = e.version then
              (select count(*)::int from reconciliation_exception_history b where b.batch_id = h.batch_id)
            else 0 end as size
     from reconciliation_exception_history h
     join reconciliation_exceptions e on e.id = h.exception_id
     left join people p on p.id = h.person_id
     where h.exception_id = $1 order by h.id desc limit 200`,
    [exceptionId],
  );
  return rows.map(({ at, batchId, size, message, note, ...entry }) => ({
    ...entry,
    message: note === "" ? message : `${message}. ${unsealNoteText(note)}`,
    at: at.toISOString(),
    batch: batchId === null ? null : { id: batchId, size },
  }));
}

export async function listExceptionCurrencies(): Promise<string[]> {
  const { rows } = await (await pool()).query<{ currency: string }>(
    "select distinct currency from reconciliation_exceptions where currency is not null order by 1",
  );
  return rows.map(({ currency }) => currency);
}

/** Sums are exact, and never over currencies. */
export async function summarizeExceptions(from: IsoDate, to: IsoDate): Promise<ExceptionsSummary> {
  const { rows } = await (await pool()).query<ExceptionsSummary>(
    `with e as (
       select kind, state, currency, count(*)::int as count, sum(difference) as difference
       from reconciliation_exceptions where day between $1 and $2 group by kind, state, currency
     )
     select coalesce(sum(count), 0)::int as total,
            coalesce(sum(count) filter (where state in ('open', 'waiting')), 0)::int as unfinished,
            (select coalesce(jsonb_agg(k order by k.kind, k.state), '[]') from (
               select kind, state, sum(count)::int as count from e group by kind, state) k) as "byKind",
            (select coalesce(jsonb_agg(s order by s.currency, s.state), '[]') from (
               select currency, state, sum(count)::int as count, sum(difference)::text as difference
               from e where currency is not null and difference is not null group by currency, state) s) as sums
     from e`,
    [from, to],
  );
  return rows[0] ?? { total: 0, unfinished: 0, byKind: [], sums: [] };
}

function toException({ created_at, stateSince, sort_value: _, ...row }: Row): ReconciliationException {
  return {
    ...row,
    note: unsealNoteText(row.note),
    foundAt: created_at.toISOString(),
    stateSince: stateSince.toISOString(),
  };
}
