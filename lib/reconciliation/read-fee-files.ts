import "server-only";
import type pg from "pg";
import { scanRows } from "@/lib/csv/read-csv";
import { pool } from "@/lib/db/database";
import { FEE_TYPES, type FeeRow, type FeeType, feeReader } from "@/lib/domain/reconciliation/fee-columns";
import { reportWindow } from "@/lib/domain/reports/report-calendar";
import { addDays, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readRowBatches } from "@/lib/reports/read-file";

const ROWS_PER_INSERT = 5_000;

/** The file whose rows are in use, and a newer one that isn't understood. */
type Known = { fileId: string; unclearFileId: string | null; hasRows: boolean };

type Due = { type: FeeType; date: IsoDate; fileId: string; columns: string[] };

/**
 * Reads the newest file of fees of each period into `fee_rows`. It doesn't need a lease: a stored file never changes, so
 * whoever reads it again writes the same rows, and nobody uses them before all are there. True if there was one.
 */
export async function readFeeFiles(): Promise<boolean> {
  const failed: string[] = [];
  const errors: unknown[] = [];
  let count = 0;
  for (let due = await findDue(failed); due; due = await findDue(failed)) {
    try {
      await readFeeFile(due);
      count += 1;
    } catch (error) {
      failed.push(due.fileId);
      // Another instance may have the secret.
      if (!(error instanceof SealedFileError)) errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return count > 0;
}

async function findDue(failed: readonly string[]): Promise<Due | null> {
  const { rows } = await (await pool()).query<Due>(
    `select f.type, to_char(f.date, 'YYYY-MM-DD') as date, f.id as "fileId", f.columns
     from (
       select distinct on (r.type, r.date) r.type, r.date, f.id, f.columns
       from report_requests r join report_files f on f.id = r.file_id
       where r.state = 'captured' and r.type = any($1) and f.completed_at is not null
       order by r.type, r.date, f.completed_at desc, f.id
     ) f
     left join fee_readings s on s.type = f.type and s.date = f.date
     where coalesce(s.unclear_file_id, s.file_id) is distinct from f.id and f.id <> all($2::uuid[])
     order by f.date, f.type limit 1`,
    [FEE_TYPES, failed],
  );
  return rows[0] ?? null;
}

async function readFeeFile(due: Due): Promise<void> {
  const db = await pool();
  const question = await storeRows(db, due);
  await inTransaction(db, async (client) => {
    const { rows } = await client.query<Known>(
      `select file_id as "fileId", unclear_file_id as "unclearFileId", question is null or unclear_file_id is not null as "hasRows"
       from fee_readings where type = $1 and date = $2 for update`,
      [due.type, due.date],
    );
    const known = rows[0] ?? null;
    // Nobody uses the rows of a file that isn’t understood.
    if (question !== null) await client.query("delete from fee_rows where file_id = $1", [due.fileId]);
    // Another instance has read it in the meantime, and these are its rows.
    if (known && (known.unclearFileId ?? known.fileId) === due.fileId) return;
    const staysInUse = question !== null && known?.hasRows === true;
    const replaced = staysInUse || known?.fileId === due.fileId ? null : (known?.fileId ?? null);
    await markDays(client, due, replaced);
    await client.query("delete from fee_rows where file_id = $1", [replaced]);
    await client.query(
      staysInUse
        ? "update fee_readings set unclear_file_id = $3, question = $4 where type = $1 and date = $2"
        : `insert into fee_readings (type, date, file_id, question) select $1, $2, id, $4 from report_files where id = $3
           on conflict (type, date) do update
             set file_id = excluded.file_id, question = excluded.question, unclear_file_id = null`,
      [due.type, due.date, due.fileId, question],
    );
  });
}

/** What can't be understood, in words; null if all was stored. */
async function storeRows(db: pg.Pool, { type, date, fileId, columns }: Due): Promise<string | null> {
  const { first, last } = daysOf(type, date);
  let reader: ReturnType<typeof feeReader> | null = null;
  let rowNumber = 0;
  for await (const batch of readRowBatches(fileId, scanRows)) {
    reader ??= feeReader(type, columns, batch);
    if (!reader.read) return reader.question;
    for (let start = 0; start < batch.length; start += ROWS_PER_INSERT) {
      const rows = batch.slice(start, start + ROWS_PER_INSERT).map(reader.read);
      const misfit = rows.indexOf(null);
      if (misfit >= 0) return `Row ${rowNumber + misfit + 1} can’t be read.`;
      await insertRows(db, { type, fileId, first, last, rowNumber }, rows as FeeRow[]);
      rowNumber += rows.length;
    }
  }
  return (reader ?? feeReader(type, columns, [])).question;
}

type Target = { type: FeeType; fileId: string; first: IsoDate; last: IsoDate; rowNumber: number };

/** A row of another period belongs to the nearest day of the file. The file can't be deleted meanwhile. */
async function insertRows(db: pg.Pool, { type, fileId, first, last, rowNumber }: Target, rows: FeeRow[]) {
  await db.query(
    `with file as (select id from report_files where id = $1 for key share)
     insert into fee_rows (file_id, row_number, type, day, item, event, transaction_id, card_id, amount, currency, base_amount)
     select file.id, $2 + t.position - 1, $3, least(greatest((t.charged_at at time zone 'utc')::date, $4), $5), t.item,
            t.event, t.transaction_id, t.card_id, t.amount, t.currency, t.base_amount
     from file, unnest($6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::text[], $11::numeric[], $12::text[],
                       $13::numeric[])
       with ordinality as t (charged_at, item, event, transaction_id, card_id, amount, currency, base_amount, position)
     on conflict do nothing`,
    [
      fileId,
      rowNumber,
      type,
      first,
      last,
      rows.map(({ chargedAt }) => chargedAt.toISOString()),
      rows.map(({ item }) => item),
      rows.map(({ event }) => event),
      rows.map(({ transactionId }) => transactionId),
      rows.map(({ cardId }) => cardId),
      rows.map(({ amount }) => amount),
      rows.map(({ currency }) => currency),
      rows.map(({ baseAmount }) => baseAmount),
    ],
  );
}

/** The file's days, and those of the purchases, settlements, and other fees that it or the file before is about. */
async function markDays(client: pg.ClientBase, { type, date, fileId }: Due, replaced: string | null) {
  const { first, last } = daysOf(type, date);
  await client.query(
    `insert into reconciliation_changes (day)
     select day from reconciliation_days where day between $1 and $2
     union
     select d.day from fee_rows r join indexed_transactions t on t.id = r.transaction_id
     join reconciliation_days d on d.day = (t.created_at at time zone 'utc')::date
     where r.file_id in ($3, $4)
     union
     select d.day from fee_rows r join settlement_events e using (transaction_id, event)
     join reconciliation_days d on d.day = e.day and d.file_id = e.file_id
     where r.file_id in ($3, $4)
     union
     select d.day from fee_rows r join fee_rows other using (transaction_id, type)
     join reconciliation_days d on d.day = other.day
     where r.file_id in ($3, $4) and other.file_id <> r.file_id
     union
     -- Of the settlements of other days, only those with rows of these days are compared with it.
     select day from reconciliation_exceptions
     where kind = 'wrong-day' and not is_resolved_by_itself and theirs between $1::date::text and $2::date::text`,
    [first, last, fileId, replaced],
  );
}

function daysOf(type: FeeType, date: IsoDate): { first: IsoDate; last: IsoDate } {
  const { from, until } = reportWindow(type, date);
  return { first: toIsoDate(from), last: addDays(toIsoDate(until), -1) };
}
