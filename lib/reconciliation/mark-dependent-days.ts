import "server-only";
import type pg from "pg";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";

/** How long after it was made a settled transaction may appear in a file (compare-day.ts). */
export const SETTLES_WITHIN_DAYS = 7;

/** SQL: the day that opens where the files up to this one close. A day without rows has no opening balance. */
const dayOpenedBy = (day: string) =>
  `coalesce((
     select min(s.date) from settlement_readings s
     where s.type = 'daily' and s.state = 'read' and s.closing_balance is not null and s.date > ${day}
   ), ${day})`;

/**
 * After a file was read: its own days, those that open where it closes, those whose missing rows it may have, and those
 * that wait for it or have waited for the one that is gone.
 */
export async function markDaysOfFile(
  client: pg.ClientBase,
  { first, last, fileId }: { first: IsoDate; last: IsoDate; fileId: string },
): Promise<void> {
  await client.query(
    `insert into reconciliation_changes (day)
     select day from reconciliation_days d
     where day between $1 and ${dayOpenedBy("$2::date")} or (day < $1 and (
       (result ->> 'waiting')::int > 0
       or exists (
         select from reconciliation_exceptions e
         where e.day = d.day and e.kind in ('records-only', 'other-file-only') and not e.is_resolved_by_itself)))`,
    [addDays(first, -SETTLES_WITHIN_DAYS), addDays(last, SETTLES_WITHIN_DAYS)],
  );
  await markDaysOfEvents(client, fileId);
}

/** The days on which the file's transactions were made, however long ago, and those where other files place the same row. */
export async function markDaysOfEvents(client: pg.ClientBase, fileId: string): Promise<void> {
  await client.query(
    `insert into reconciliation_changes (day)
     select day from reconciliation_days where day in (
       select (t.created_at at time zone 'utc')::date
       from settlement_events e join indexed_transactions t on t.id = e.transaction_id
       where e.file_id = $1
       union
       select other.day from settlement_events e join settlement_events other using (transaction_id, event)
       where e.file_id = $1 and other.file_id <> $1
       union
       select other.day from settlement_events e join superseded_events other using (transaction_id, event) where e.file_id = $1
       union
       select other.day from settlement_events e join fee_rows other using (transaction_id, event) where e.file_id = $1)`,
    [fileId],
  );
}

/** What the balances of later days may be explained by. */
export async function readBasisOfLaterDays(client: pg.ClientBase, day: IsoDate): Promise<string> {
  const { rows } = await client.query<{ basis: string }>(
    `select concat_ws(' ', array_to_string(fee_files, ' ', '-'),
              (select sum(version) from reconciliation_exceptions e where e.day = d.day)) as basis
     from reconciliation_days d where day = $1`,
    [day],
  );
  return rows[0]?.basis ?? "";
}

/**
 * After the basis changed: the days whose gaps between balances it may explain, up to the one that opens after its last
 * missing row. One that is due or being compared may have such gaps, unseen by this transaction.
 */
export async function markLaterDays(client: pg.ClientBase, day: IsoDate): Promise<void> {
  await client.query(
    `insert into reconciliation_changes (day)
     select later.day from reconciliation_days later, (
       select max(greatest($1::date, (coalesce(t.status_read_at, t.read_at) at time zone 'utc')::date)) as day
       from (values ($1::date)) as own (day)
       left join reconciliation_exceptions e on e.day = own.day and e.kind = 'records-only'
       left join indexed_transactions t on t.id = e.transaction_id
     ) last
     where later.day > $1 and later.day <= ${dayOpenedBy("last.day")}
       and (later.holder is not null
         or exists (select from reconciliation_changes c where c.day = later.day)
         or later.result @? '$.checks[*] ? ((@.name == "balances" || @.name == "opening") && @.outcome != "agrees")')`,
    [day],
  );
}
