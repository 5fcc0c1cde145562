import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { WRITE_LOCK_KEY } from "@/lib/card-index/sync/index-write";
import { scanRows } from "@/lib/csv/read-csv";
import { pool } from "@/lib/db/database";
import {
  completeFormats,
  hasColumns,
  type Recognition,
  recognizeColumns,
  rowReader,
  type SettlementMapping,
  type SettlementRow,
} from "@/lib/domain/reconciliation/settlement-columns";
import { SETTLEMENT_TYPES, type SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import { reportDate, reportWindow } from "@/lib/domain/reports/report-calendar";
import { addDays, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readChunks, readRowBatches } from "@/lib/reports/read-file";
import { LARGE_WORK } from "./large-work";
import { markDaysOfEvents, markDaysOfFile } from "./mark-dependent-days";
import { markStale } from "./sign-offs/mark-stale";
import { merchantName, storeMerchants } from "./store-merchants";
import { keepSuperseded } from "./superseded-events";

const LEASE_SECONDS = 60;
/** Until a file that this instance can't decrypt is tried again, by any instance. */
const SEALED_PAUSE_SECONDS = 300;
const ROWS_PER_INSERT = 5_000;
const INSERTS_AT_ONCE = 2;
/** PostgreSQL would notice so many new rows only after a minute, and join them in the slowest way until then. */
const ROWS_THAT_CHANGE_PLANS = 50_000;
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
  const errors: unknown[] = [];
  for (let count = 0; ; count += 1) {
    const due = await claim();
    if (!due) {
      if (errors.length > 0) throw errors[0];
      return count > 0;
    }
    // One that fails must not hold up the others. Its lease keeps it from being tried again at once.
    await readSettlement(due).catch((error) => errors.push(error));
  }
}

/** SQL: a process reads the file or died while it did, or no instance could decrypt it yet. */
const isUnfinished = (reading: string) =>
  `(${reading}.state = 'reading' or (${reading}.state = 'unclear' and ${reading}.lease_until is not null))`;

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
          or ((s.file_id <> f.id or ${isUnfinished("s")} or s.mapping_version is distinct from m.version)
              and (s.lease_until is null or s.lease_until < now()))
       order by f.date, f.type limit 1
     ), claimed as (
       insert into settlement_readings as known (type, date, file_id, mapping_version, state, holder, lease_until)
       select type, date, id, version, 'reading', $2, now() + $3 * interval '1 second' from due
       on conflict (type, date) do update set
         holder = excluded.holder, lease_until = excluded.lease_until,
         -- Its days are not compared meanwhile (reconcile.ts). A new file changes nothing before it is read.
         state = case when known.file_id = excluded.file_id then 'reading' else known.state end
         where (known.lease_until is null or known.lease_until < now())
           and (known.file_id <> excluded.file_id or ${isUnfinished("known")}
                or known.mapping_version is distinct from excluded.mapping_version)
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
  const sealed = await findSealed(due.fileId);
  if (sealed) return tryLater(db, due, sealed.message);
  await startOver(db, due);
  const reading = await storeEvents(db, due);
  if (!reading) return;
  await waitForIndexWrites(db);
  await inTransaction(db, async (client) => {
    const { rows } = await client.query<{ fileId: string; hasRows: boolean }>(
      `select file_id as "fileId", totals <> '[]' as "hasRows" from settlement_readings
       where type = $1 and date = $2 and holder = $3 for update`,
      [due.type, due.date, due.holder],
    );
    const [known] = rows;
    if (!known) return;
    await client.query(LARGE_WORK);
    await makeFactsDue(client, due, known.fileId);
    if (!reading.mapping) await forgetEvents(client, due.fileId);
    await keepSuperseded(client, due, known);
    if (known.fileId !== due.fileId) await forgetEvents(client, known.fileId);
    await finishReading(client, due, reading);
    const lost = await chooseSource(client, due, reading.mapping !== null);
    await markDaysOfFile(client, { ...daysOf(due.type, due.date), fileId: due.fileId });
    await markStale(client, lost);
  });
}

/** Their triggers may not have seen the rows of this file, so they must be done before its days are compared. */
async function waitForIndexWrites(db: pg.Pool): Promise<void> {
  await db.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
}

/** Before anything is deleted. Chunks are encrypted again one by one, so each can need another secret. */
async function findSealed(fileId: string): Promise<SealedFileError | null> {
  try {
    for await (const _ of readChunks(fileId));
    return null;
  } catch (error) {
    if (error instanceof SealedFileError) return error;
    throw error;
  }
}

/** What was read before stays in use. A reading without a mapping has no events, or not all of them. */
async function tryLater(db: pg.Pool, { type, date, holder }: Due, question: string): Promise<void> {
  await db.query(
    `update settlement_readings s set
       question = $4, holder = null, lease_until = now() + ${SEALED_PAUSE_SECONDS} * interval '1 second',
       state = case
         when mapping is not null then 'read'
         when totals <> '[]' or exists (select from reconciliation_days d where d.file_id = s.file_id) then 'reading'
         else 'unclear' end
     where type = $1 and date = $2 and holder = $3`,
    [type, date, holder, question],
  );
}

/** Deletes what a process left that died while it read, or what was understood with another mapping. */
async function startOver(db: pg.Pool, { type, date, fileId, holder }: Due): Promise<void> {
  await db.query(
    `with own as (
       update settlement_readings set mapping = case when file_id = $3 then null else mapping end
       where type = $1 and date = $2 and holder = $4 returning type
     )
     delete from settlement_events where file_id = $3 and exists (select from own)`,
    [type, date, fileId, holder],
  );
}

/** What was understood, or what a person has to decide; null if another instance took over, or the file is gone. */
async function storeEvents(db: pg.Pool, due: Due): Promise<Recognition | null> {
  const { fileId, date, type, columns } = due;
  const merchants = new Set<string>();
  let reading: Recognition | null = null;
  let rowNumber = 0;
  // The next rows are read while the database stores these.
  const storing: Promise<boolean>[] = [];
  try {
    for await (const batch of readRowBatches(fileId, scanRows)) {
      reading ??= recognize(due, batch);
      for (let start = 0; start < batch.length; start += ROWS_PER_INSERT) {
        if (!reading.mapping) return reading;
        const rows = batch.slice(start, start + ROWS_PER_INSERT);
        let events = rows.map(rowReader(columns, reading.mapping));
        if (events.includes(null)) {
          reading = completeFormats(columns, reading.mapping, rows, rowNumber);
          if (!reading.mapping) return reading;
          events = rows.map(rowReader(columns, reading.mapping));
        }
        if (storing.length === INSERTS_AT_ONCE && !(await storing.shift())) return null;
        if (!(await renewLease(db, due))) return null;
        const target = { fileId, days: daysOf(type, date), firstRow: rowNumber, merchants };
        const stored = insertEvents(db, target, events as SettlementRow[]);
        // Whoever awaits it learns of the error; until then it has to be handled.
        stored.catch(() => undefined);
        storing.push(stored);
        rowNumber += rows.length;
      }
    }
    if ((await Promise.all(storing)).includes(false)) return null;
    if (rowNumber > ROWS_THAT_CHANGE_PLANS) await db.query("analyze settlement_events");
    return reading ?? recognize(due, []);
  } finally {
    // Rows that arrive after somebody else started over would be there twice.
    await Promise.allSettled(storing);
  }
}

/** A file without a column that the mapping names was written another way, so the mapping says nothing about it. */
function recognize({ columns, mapping }: Due, rows: string[][]): Recognition {
  if (!mapping || !hasColumns(columns, mapping)) return recognizeColumns(columns, rows);
  return completeFormats(columns, mapping, rows);
}

async function renewLease(db: pg.Pool, { type, date, holder }: Due): Promise<boolean> {
  const { rowCount } = await db.query(
    `update settlement_readings set lease_until = now() + $4 * interval '1 second'
     where type = $1 and date = $2 and holder = $3`,
    [type, date, holder, LEASE_SECONDS],
  );
  return rowCount === 1;
}

type Target = {
  fileId: string;
  days: DaysOfFile;
  firstRow: number;
  /** Those that are stored already. */
  merchants: Set<string>;
};

/**
 * A row of another period belongs to the nearest day of the file, where it is found on the wrong day. The file can't be
 * deleted meanwhile. False if it was before; a foreign key would look it up for every row.
 */
async function insertEvents(
  db: pg.Pool,
  { fileId, days, firstRow, merchants }: Target,
  events: readonly SettlementRow[],
): Promise<boolean> {
  const names = events.map(({ merchant }) => merchantName(merchant));
  await storeMerchants(db, names, merchants);
  const { rowCount } = await db.query(
    `with file as (select id from report_files where id = $1 for key share)
     insert into settlement_events (file_id, row_number, day, event, transaction_id, occurred_at, merchant, amount,
                                    currency, bill_amount, bill_currency, fees, effect, balance_after)
     select file.id, $2 + t.position - 1, least(greatest((t.occurred_at at time zone 'utc')::date, $3), $4), t.event,
            t.transaction_id, t.occurred_at, t.merchant, t.amount, t.currency, t.bill_amount, t.bill_currency, t.fees,
            t.effect, t.balance
     from file, unnest($5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::numeric[], $10::text[],
                       $11::numeric[], $12::text[], $13::numeric[], $14::numeric[], $15::numeric[])
       with ordinality as t (event, transaction_id, occurred_at, merchant, amount, currency, bill_amount,
                             bill_currency, fees, effect, balance, position)`,
    [
      fileId,
      firstRow,
      days.first,
      days.last,
      events.map(({ event }) => event),
      events.map(({ transactionId }) => transactionId),
      events.map(({ occurredAt }) => occurredAt.toISOString()),
      names,
      events.map(({ amount }) => amount),
      events.map(({ currency }) => currency),
      events.map(({ billAmount }) => billAmount),
      events.map(({ billCurrency }) => billCurrency),
      events.map(({ fees }) => fees),
      events.map(({ effect }) => effect),
      events.map(({ balance }) => balance),
    ],
  );
  return rowCount === events.length;
}

/**
 * The sums and the balances, computed by the database: exact, however many rows there are. A file has one account,
 * or one for each currency: then all balances of a currency follow from each other.
 */
async function finishReading(
  client: pg.ClientBase,
  { type, date, fileId, mappingVersion }: Due,
  { mapping, question }: Recognition,
) {
  await client.query(
    `with events as (
       select row_number, event, bill_amount, bill_currency, fees, effect, balance_after,
              lag(balance_after) over (order by row_number) as balance_before,
              lag(balance_after) over (partition by bill_currency order by row_number) as balance_in_currency
       from settlement_events where file_id = $3
     ), totals as (
       select event, coalesce(bill_currency, '') as currency, count(*) as rows, coalesce(sum(bill_amount), 0) as billed,
              coalesce(sum(fees), 0) as fees, coalesce(sum(effect), 0) as effect
       from events group by 1, 2 order by 1, 2
     ), gaps as (
       select row_number, balance_after - balance_before - effect as gap from events
       where balance_after - balance_before <> effect
         and exists (select from events where balance_after - balance_in_currency <> effect)
       order by row_number limit ${MAX_GAPS}
     )
     update settlement_readings set
       file_id = $3, mapping_version = $4, mapping = $6, question = $5, state = case when $5::text is null then 'read' else 'unclear' end,
       rows = (select count(*) from events),
       opening_balance = (select balance_after - effect from events order by row_number limit 1),
       closing_balance = (select balance_after from events order by row_number desc limit 1),
       balance_currency = (select bill_currency from events order by row_number limit 1),
       totals = (select coalesce(jsonb_agg(jsonb_build_object('event', event, 'currency', currency, 'rows', rows,
         'billed', billed::text, 'fees', fees::text, 'effect', effect::text)), '[]') from totals),
       gaps = (select coalesce(jsonb_agg(jsonb_build_object('row', row_number, 'gap', gap::text)), '[]') from gaps),
       read_at = now(), holder = null, lease_until = null
     where type = $1 and date = $2`,
    [type, date, fileId, mappingVersion, question, mapping && JSON.stringify(mapping)],
  );
}

/**
 * A daily file is the source of its day. A monthly one is that of the days without a daily one that was understood.
 * Returns the days that have no source anymore.
 */
async function chooseSource(
  client: pg.ClientBase,
  { type, date, fileId }: Due,
  isRead: boolean,
): Promise<IsoDate[]> {
  const { first, last } = daysOf(type, date);
  const lost = isRead ? [] : await deleteDays(client, { type, first, last });
  const source = isRead ? { type, fileId } : await findMonthly(client, date);
  if (!source || (!isRead && type === "monthly")) return lost;
  await client.query(
    `insert into reconciliation_days as known (day, file_id, type)
     select day::date, $3, $4 from generate_series($1::date, $2::date, interval '1 day') as day
     on conflict (day) do update set file_id = excluded.file_id, type = excluded.type
       where excluded.type = 'daily' or known.type = 'monthly'`,
    [first, last, source.fileId, source.type],
  );
  return lost;
}

async function deleteDays(
  client: pg.ClientBase,
  { type, first, last }: DaysOfFile & { type: SettlementType },
): Promise<IsoDate[]> {
  const { rows } = await client.query<{ day: IsoDate }>(
    `delete from reconciliation_days where type = $1 and day between $2 and $3
     returning to_char(day, 'YYYY-MM-DD') as day`,
    [type, first, last],
  );
  return rows.map(({ day }) => day);
}

async function findMonthly(
  client: pg.ClientBase,
  day: IsoDate,
): Promise<{ type: SettlementType; fileId: string } | null> {
  const { rows } = await client.query<{ fileId: string }>(
    `select file_id as "fileId" from settlement_readings where type = 'monthly' and date = $1 and state = 'read'`,
    [reportDate("monthly", day)],
  );
  return rows[0] ? { type: "monthly", fileId: rows[0].fileId } : null;
}

async function forgetEvents(client: pg.ClientBase, fileId: string): Promise<void> {
  await markDaysOfEvents(client, fileId);
  await client.query("delete from settlement_events where file_id = $1", [fileId]);
}

type DaysOfFile = { first: IsoDate; last: IsoDate };

function daysOf(type: SettlementType, date: IsoDate): DaysOfFile {
  const { from, until } = reportWindow(type, date);
  return { first: toIsoDate(from), last: addDays(toIsoDate(until), -1) };
}

async function makeFactsDue(
  client: pg.ClientBase,
  { type, date, fileId }: Due,
  replacedFileId: string,
): Promise<void> {
  const { first, last } = daysOf(type, date);
  await client.query("insert into facts_due (first_day, last_day, file_ids) values ($1, $2, $3)", [
    first,
    last,
    [fileId, replacedFileId],
  ]);
}
