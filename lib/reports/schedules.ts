import "server-only";
import type pg from "pg";
import { database } from "@/lib/db/database";
import { findRestoredAt } from "@/lib/db/restored-copy";
import { formatCount } from "@/lib/domain/money/numbers";
import { availablePeriods, type ReportType } from "@/lib/domain/reports/report-calendar";
import { type ReportSchedule, SCHEDULE_RETRY_MINUTES, scheduledFrom } from "@/lib/domain/reports/schedule";
import { type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { insertMissing, REQUEST_COLUMNS, type ReportRequest, transitionRequest } from "./requests";
import { subscribeByDefault, tellAboutFailure } from "./subscriptions";

/** A request whose webhook event hasn't arrived by then is sent again. */
const UNANSWERED_AFTER_MINUTES = 60;
const IS_UNANSWERED = `(state = 'requested' and state_since <= now() - interval '${UNANSWERED_AFTER_MINUTES} minutes')`;

export async function listSchedules(client: pg.Pool | pg.ClientBase): Promise<ReportSchedule[]> {
  const { rows } = await client.query<Omit<ReportSchedule, "setAt"> & { setAt: Date }>(
    `select s.type, to_char(s.first_day, 'YYYY-MM-DD') as "firstDay", s.late_after_hours as "lateAfterHours",
            p.name as person, p.state = 'active' as "isPersonActive", s.set_at as "setAt"
     from report_schedules s join people p on p.id = s.person_id order by s.type`,
  );
  return rows.map(({ setAt, ...schedule }) => ({ ...schedule, setAt: setAt.toISOString() }));
}

type NewSchedule = Pick<ReportSchedule, "type" | "firstDay" | "lateAfterHours"> & { personId: string };

/** Whoever changes a schedule takes it over. Needs the caller's transaction. */
export async function saveSchedule(
  client: pg.ClientBase,
  { type, firstDay, lateAfterHours, personId }: NewSchedule,
): Promise<void> {
  await client.query(
    `insert into report_schedules (type, first_day, late_after_hours, person_id) values ($1, $2, $3, $4)
     on conflict (type) do update set first_day = excluded.first_day, late_after_hours = excluded.late_after_hours,
       person_id = excluded.person_id, set_at = now()`,
    [type, firstDay, lateAfterHours, personId],
  );
  await subscribeByDefault(client, personId, type);
}

/**
 * Cancels what the schedule has queued and not sent yet. Those requests no longer count as the schedule's, so that a
 * new schedule requests them. Returns false if there was none. Needs the caller's transaction.
 */
export async function stopSchedule(client: pg.ClientBase, type: ReportType, by: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from report_schedules where type = $1", [type]);
  if (!rowCount) return false;
  const { rows } = await client.query<{ id: string }>(
    "select id from report_requests where type = $1 and origin = 'schedule' and state = 'queued' for update",
    [type],
  );
  const reason = `Canceled: ${by} stopped the schedule.`;
  for (const { id } of rows) {
    await transitionRequest(client, id, { from: ["queued"], to: "withdrawn", message: reason, reason });
    await client.query("update report_requests set origin = 'batch' where id = $1", [id]);
  }
  return true;
}

/**
 * Requests what is missing from each schedule's first day to what the issuer allows by its own clock, however long
 * nothing has run. A schedule that can't be processed doesn't hold up the others.
 */
export async function requestScheduledReports(): Promise<void> {
  const { pool } = await database();
  if (await findRestoredAt(pool)) return;
  let hasRequested = false;
  for (const { type } of await listSchedules(pool)) {
    try {
      if (await inTransaction(pool, (client) => requestMissing(client, type))) hasRequested = true;
    } catch (error) {
      log().error({ err: error, type }, "Could not process a report schedule");
    }
  }
  if (hasRequested) await publish(["reports", "attention"]);
}

async function requestMissing(client: pg.ClientBase, type: ReportType): Promise<boolean> {
  // The lock makes instances take turns.
  const { rows } = await client.query<{ firstDay: IsoDate; personId: string }>(
    `select to_char(first_day, 'YYYY-MM-DD') as "firstDay", person_id as "personId"
     from report_schedules where type = $1 for update`,
    [type],
  );
  const [schedule] = rows;
  if (!schedule) return false;
  const today = toIsoDate(issuerNow());
  const from = scheduledFrom(schedule.firstDay, today, env().retentionDays.reports);
  const dates = availablePeriods(type, from, today);
  const added = await insertMissing(client, {
    type,
    dates,
    personId: schedule.personId,
    origin: "schedule",
  });
  const retried = await requestAgain(client, type, from);
  const unanswered = await giveUpUnanswered(client, type);
  return added.length + retried + unanswered > 0;
}

/** Requests again what failed or was never answered, with growing pauses and a limit. */
async function requestAgain(client: pg.ClientBase, type: ReportType, from: IsoDate): Promise<number> {
  const { rows } = await client.query<{ id: string; state: "failed" | "requested" }>(
    `select id, state from report_requests r
     where type = $1 and date >= $2 and origin = 'schedule' and schedule_tries < $4
       and (
         (state = 'failed'
          and state_since <= now() - ($3::integer[])[schedule_tries + 1] * interval '1 minute')
         or ${IS_UNANSWERED}
       )
       and not exists (
         select from report_requests other
         where other.type = r.type and other.date = r.date and other.id <> r.id
           and other.state not in ('failed', 'withdrawn')
       )
     order by date for update skip locked`,
    [type, from, SCHEDULE_RETRY_MINUTES, SCHEDULE_RETRY_MINUTES.length],
  );
  for (const { id, state } of rows) {
    await transitionRequest(client, id, {
      from: [state],
      to: "queued",
      message: "Requested again by the schedule.",
      requestAt: new Date(),
      resetAsks: true,
    });
    await client.query("update report_requests set schedule_tries = schedule_tries + 1 where id = $1", [id]);
  }
  return rows.length;
}

/** After the last try. If the webhook event comes after all, its file is still downloaded (match-delivery.ts). */
async function giveUpUnanswered(client: pg.ClientBase, type: ReportType): Promise<number> {
  const { rows } = await client.query<ReportRequest>(
    `select ${REQUEST_COLUMNS} from report_requests
     where type = $1 and origin = 'schedule' and schedule_tries >= $2 and ${IS_UNANSWERED}
     order by date for update skip locked`,
    [type, SCHEDULE_RETRY_MINUTES.length],
  );
  const requests = formatCount(SCHEDULE_RETRY_MINUTES.length + 1);
  const reason = `The issuer accepted ${requests} requests but never sent the download link.`;
  for (const request of rows) {
    await transitionRequest(client, request.id, {
      from: ["requested"],
      to: "failed",
      message: reason,
      reason,
    });
    await tellAboutFailure(client, request);
  }
  return rows.length;
}
