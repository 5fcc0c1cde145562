import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import {
  findMisfit,
  recognizeColumns,
  rowReader,
  type SettlementMapping,
  type SettlementRow,
} from "@/lib/domain/reconciliation/settlement-columns";
import { reportWindow } from "@/lib/domain/reports/report-calendar";
import { addDays, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { readRowBatches } from "@/lib/reports/read-file";
import { markStale } from "./sign-offs/mark-stale";

export const SETTLEMENT_TYPES = ["daily", "monthly"] as const;
export type SettlementType = (typeof SETTLEMENT_TYPES)[number];

const LEASE_SECONDS = 60;
const ROWS_PER_INSERT = 5_000;
/** How long after it was made a settled transaction may appear in a file (compare-day.ts). */
export const SETTLES_WITHIN_DAYS = 7;
const MAX_GAPS = 50;

type Due = {
  type: SettlementType;
  date: IsoDate;
  fileId: string;
  columns: string[];
  mappingVersion: number | null;
  mapping: SettlementMapping | null;
  holder: string;
};

/** Reads every settlement file that is new, or for which the mapping changed. True if there was one. */
export async function readSettlements(): Promise<boolean> {
  for (let count = 0; ; count += 1) {
    const due = await claim();
    if (!due) return count > 0;
    await readSettlement(due);
  }
}

/** The newest file of a period, unless it was read with the newest mapping, or another instance reads it. */
async function claim(): Promise<Due | null> {
  const db = await pool();
  const holder = randomUUID();
  const { rows } = await db.query<Omit<Due, "holder">>(
    `with files as (
       select distinct on (r.type, r.date) r.type, r.date, f.id, f.columns
       from report_requests r join report_files f on f.id = r.file_id
       where r.state = 'captured' and r.type = any($1) and f.completed_at is not null
       order by r.type, r.date, f.completed_at desc, f.id
     ), mappings as (
       select distinct on (type) type, version, mapping from settlement_mappings order by type, version desc
     ), due as (
       select f.*, m.version, m.mapping from files f
       left join mappings m using (type)
       left join settlement_readings s on s.type = f.type and s.date = f.date
       where s.file_id is null
          or ((s.file_id <> f.id or s.state = 'reading' or s.mapping_version is distinct from m.version)
              and (s.lease_until is null or s.lease_until < now()))
       order by f.date, f.type limit 1
     ), claimed as (
       insert into settlement_readings as known (type, date, file_id, state, holder, lease_until)
       select type, date, id, 'reading', $2, now() + $3 * interval '1 second' from due
       on conflict (type, date) do update set holder = excluded.holder, lease_until = excluded.lease_until
         where known.lease_until is null or known.lease_until < now()
       returning type, date
     )
     select due.type, to_char(due.date, 'YYYY-MM-DD') as date, due.id as "fileId", due.columns,
            due.version as "mappingVersion", due.mapping
     from claimed join due using (type, date)`,
    [SETTLEMENT_TYPES, holder, LEASE_SECONDS],
  );
  return rows[0] ? { ...rows[0], holder } : null;
}

async function readSettlement(due: Due): Promise<void> {
  const db = await pool();
  await deleteInParts(db, due.fileId);
  const question = await storeEvents(db, due);
  await inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      "select from settlement_readings where type = $1 and date = $2 and holder = $3 for update",
      [due.type, due.date, due.holder],
    );
    if (rowCount === 0) return;
    const { rows } = await client.query<{ id: string }>(
      "select file_id as id from settlement_readings where type = $1 and date = $2 and file_id <> $3",
      [due.type, due.date, due.fileId],
    );
    if (rows[0]) await client.query("delete from settlement_events where file_id = $1", [rows[0].id]);
    if (question) await client.query("delete from settlement_events where file_id = $1", [due.fileId]);
    await finishReading(client, due, question);
    const lost = question === null ? [] : await deleteDays(client, due);
    await markDays(client, due, question === null);
    await markStale(client, lost);
  });
}

/** Null if every row was understood, otherwise what a person has to decide. */
async function storeEvents(
  db: pg.Pool,
  { fileId, date, type, columns, mapping, holder }: Due,
): Promise<string | null> {
  let readRow: ReturnType<typeof rowReader> | null = null;
  let rowNumber = 0;
  for await (const rows of readRowBatches(fileId)) {
    if (!readRow) {
      const question = mapping && findMisfit(columns, mapping, rows);
      const found = mapping ? { mapping, question } : recognizeColumns(columns, rows);
      if (found.question !== null || !found.mapping) return found.question;
      readRow = rowReader(columns, found.mapping);
    }
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const events = rows.slice(start, start + ROWS_PER_INSERT).map(readRow);
      const unreadable = events.indexOf(null);
      if (unreadable >= 0)
        return `Row ${rowNumber + start + unreadable + 1} doesn’t have the shape of the rows before it.`;
      await insertEvents(
        db,
        { fileId, day: type === "daily" ? date : null, firstRow: rowNumber + start },
        events as SettlementRow[],
      );
    }
    rowNumber += rows.length;
    await db.query(
      `update settlement_readings set lease_until = now() + $4 * interval '1 second'
       where type = $1 and date = $2 and holder = $3`,
      [type, date, holder, LEASE_SECONDS],
    );
  }
  return null;
}

async function insertEvents(
  db: pg.Pool,
  { fileId, day, firstRow }: { fileId: string; day: IsoDate | null; firstRow: number },
  events: readonly SettlementRow[],
): Promise<void> {
  await db.query(
    `insert into settlement_events (file_id, row_number, day, event, transaction_id, occurred_at, merchant, amount,
                                    currency, bill_amount, bill_currency, fees, effect, balance_after)
     select $1, $2 + t.position - 1, t.day, t.event, t.transaction_id, t.occurred_at, t.merchant, t.amount, t.currency,
            t.bill_amount, t.bill_currency, t.fees, t.effect, t.balance
     from unnest($3::date[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::numeric[], $9::text[],
                 $10::numeric[], $11::text[], $12::numeric[], $13::numeric[], $14::numeric[])
       with ordinality as t (day, event, transaction_id, occurred_at, merchant, amount, currency, bill_amount,
                             bill_currency, fees, effect, balance, position)`,
    [
      fileId,
      firstRow,
      events.map(({ occurredAt }) => day ?? toIsoDate(occurredAt)),
      events.map(({ event }) => event),
      events.map(({ transactionId }) => transactionId),
      events.map(({ occurredAt }) => occurredAt),
      events.map(({ merchant }) => merchant),
      events.map(({ amount }) => amount),
      events.map(({ currency }) => currency),
      events.map(({ billAmount }) => billAmount),
      events.map(({ billCurrency }) => billCurrency),
      events.map(({ fees }) => fees),
      events.map(({ effect }) => effect),
      events.map(({ balance }) => balance),
    ],
  );
}

/** What a process left that died while it read. */
async function deleteInParts(db: pg.Pool, fileId: string): Promise<void> {
  await db.query("delete from settlement_events where file_id = $1", [fileId]);
}

/** The sums and the balances, computed by the database: exact, however many rows there are. */
async function finishReading(
  client: pg.ClientBase,
  { type, date, fileId, mappingVersion }: Due,
  question: string | null,
) {
  await client.query(
    `with events as (
       select *, lag(balance_after) over (order by row_number) as balance_before
       from settlement_events where file_id = $3
     ), totals as (
       select event, coalesce(bill_currency, '') as currency, count(*) as rows, coalesce(sum(bill_amount), 0) as billed,
              coalesce(sum(fees), 0) as fees, coalesce(sum(effect), 0) as effect
       from events group by 1, 2 order by 1, 2
     ), gaps as (
       select row_number, balance_after - balance_before - effect as gap from events
       where balance_after - balance_before <> effect order by row_number limit ${MAX_GAPS}
     )
     update settlement_readings set
       file_id = $3, mapping_version = $4, question = $5, state = case when $5::text is null then 'read' else 'unclear' end,
       rows = (select count(*) from events),
       opening_balance = (select balance_after - effect from events order by row_number limit 1),
       closing_balance = (select balance_after from events order by row_number desc limit 1),
       balance_currency = (select bill_currency from events order by row_number limit 1),
       totals = (select coalesce(jsonb_agg(jsonb_build_object('event', event, 'currency', currency, 'rows', rows,
         'billed', billed::text, 'fees', fees::text, 'effect', effect::text)), '[]') from totals),
       gaps = (select coalesce(jsonb_agg(jsonb_build_object('row', row_number, 'gap', gap::text)), '[]') from gaps),
       read_at = now(), holder = null, lease_until = null
     where type = $1 and date = $2`,
    [type, date, fileId, mappingVersion, question],
  );
}

/**
 * The days whose comparison depends on the file: its own, the next one, which opens where it closes, and those whose
 * transactions it may settle. A monthly file is the source only of days without a daily one.
 */
async function markDays(client: pg.ClientBase, { type, date, fileId }: Due, isRead: boolean): Promise<void> {
  const { from, until } = reportWindow(type, date);
  const [first, last] = [toIsoDate(from), addDays(toIsoDate(until), -1)];
  if (isRead)
    await client.query(
      `insert into reconciliation_days as known (day, file_id, type)
       select day::date, $3, $4 from generate_series($1::date, $2::date, interval '1 day') as day
       on conflict (day) do update set file_id = excluded.file_id, type = excluded.type
         where excluded.type = 'daily' or known.type = 'monthly'`,
      [first, last, fileId, type],
    );
  // A row may also be twice, in the file of any other day.
  await client.query(
    `insert into reconciliation_changes (day)
     select day from reconciliation_days
     where day between $2 and $3 or day in (
       select other.day from settlement_events e join settlement_events other using (transaction_id, event)
       where e.file_id = $1 and other.file_id <> $1)`,
    [fileId, addDays(first, -SETTLES_WITHIN_DAYS), addDays(last, 1)],
  );
}

/** The days that can't be compared anymore. */
async function deleteDays(client: pg.ClientBase, { type, date }: Due): Promise<IsoDate[]> {
  const { from, until } = reportWindow(type, date);
  const { rows } = await client.query<{ day: IsoDate }>(
    `delete from reconciliation_days where type = $1 and day >= $2 and day < $3
     returning to_char(day, 'YYYY-MM-DD') as day`,
    [type, toIsoDate(from), toIsoDate(until)],
  );
  return rows.map(({ day }) => day);
}
