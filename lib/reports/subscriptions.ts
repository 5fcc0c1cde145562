import "server-only";
import type pg from "pg";
import { notifyPerson } from "@/lib/auth/notify-person";
import { database } from "@/lib/db/database";
import { can, ROLES, type Role } from "@/lib/domain/people/permissions";
import { OVERDUE_AFTER_MINUTES } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { describeNotice, type NoticeEvent, type NoticeItem } from "@/lib/domain/reports/report-notice";
import { isLate, type NoticeChannel, SCHEDULE_RETRY_MINUTES } from "@/lib/domain/reports/schedule";
import { publish } from "@/lib/events/bus";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { queueReportMail } from "@/lib/mail/report-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { notifyRequester, type ReportRequest } from "./requests";

/** A catch-up that takes longer is told in parts. */
const MAX_HOLD_MINUTES = 60;
const MAX_NOTICES = 5_000;
const ANNOUNCE_LOCK = 7_203_122;

const READERS: readonly Role[] = ROLES.filter((role) => can(role, "reports.read"));

const KINDS: Record<NoticeEvent, string> = {
  arrived: "report-captured",
  changed: "report-changed",
  failed: "report-failed",
  late: "report-late",
};

export async function saveSubscription(
  client: pg.ClientBase,
  { personId, type, channel }: { personId: string; type: ReportType; channel: NoticeChannel },
): Promise<void> {
  await client.query(
    `insert into report_subscriptions (person_id, type, channel) values ($1, $2, $3)
     on conflict (person_id, type) do update set channel = excluded.channel`,
    [personId, type, channel],
  );
}

/** Whoever sets up a schedule hears of its files, unless they have chosen otherwise. */
export async function subscribeByDefault(
  client: pg.ClientBase,
  personId: string,
  type: ReportType,
): Promise<void> {
  await client.query(
    `insert into report_subscriptions (person_id, type, channel) values ($1, $2, 'bell') on conflict do nothing`,
    [personId, type],
  );
}

/** Needs the caller's transaction, as the functions below. */
export async function tellAboutFile(
  client: pg.ClientBase,
  request: ReportRequest,
  sha256: string,
): Promise<void> {
  if (request.origin === "person") await notifyRequester(client, request, "report-captured");
  const { rows } = await client.query<{ isChanged: boolean | null; lateAfterHours: number | null }>(
    `select (
       select f.sha256 <> $4 from report_requests r join report_files f on f.id = r.file_id
       where r.type = $1 and r.date = $2 and r.state = 'captured' and r.id <> $3
       order by f.completed_at desc limit 1
     ) as "isChanged", (select late_after_hours from report_schedules where type = $1) as "lateAfterHours"`,
    [request.type, request.date, request.id, sha256],
  );
  const { isChanged = null, lateAfterHours = null } = rows[0] ?? {};
  const arrivedLate =
    request.origin === "schedule" && lateAfterHours !== null && isLate(request, lateAfterHours, issuerNow());
  await recordNotices(client, request, isChanged ? "changed" : "arrived", arrivedLate);
}

/** Subscribers hear of a scheduled report only once the schedule gives up. */
export async function tellAboutFailure(client: pg.ClientBase, request: ReportRequest): Promise<void> {
  if (request.origin === "person") await notifyRequester(client, request, "report-failed");
  const isFinal = request.origin !== "schedule" || request.scheduleTries >= SCHEDULE_RETRY_MINUTES.length;
  if (isFinal) await recordNotices(client, request, "failed");
}

export async function tellAboutDelay(client: pg.ClientBase, request: NoticedReport): Promise<void> {
  await recordNotices(client, request, "late");
}

type NoticedReport = Pick<ReportRequest, "id" | "type" | "date" | "personId" | "origin">;

/**
 * For each subscriber, and for whoever requested many at once; a person who requested one was told already. What happens
 * again is told again, but only the first file of a period is an arrival, and a report is late once.
 */
async function recordNotices(
  client: pg.ClientBase,
  { id, type, date, personId, origin }: NoticedReport,
  event: NoticeEvent,
  arrivedLate = false,
): Promise<void> {
  await client.query(
    `insert into report_notices (person_id, type, date, event, report_id, is_late)
     select p.id, $1, $2, $3, $4, $5 from people p
     left join report_subscriptions s on s.person_id = p.id and s.type = $1
     where p.state = 'active' and p.role = any($6)
       and (coalesce(s.channel, 'off') <> 'off' or p.id = $7) and p.id is distinct from $8
       and ($3 not in ('arrived', 'late') or not exists (
         select from report_notices n
         where n.person_id = p.id and n.type = $1 and n.date = $2 and n.event = $3
       ))
     on conflict (person_id, type, date, event) where announced_at is null
       do update set report_id = excluded.report_id`,
    [
      type,
      date,
      event,
      id,
      arrivedLate,
      READERS,
      origin === "batch" ? personId : null,
      origin === "person" ? personId : null,
    ],
  );
}

type WaitingNotice = NoticeItem & {
  event: NoticeEvent;
  personId: string;
  name: string;
  email: string;
  channel: NoticeChannel | null;
  isReader: boolean;
};

/** Tells each person once, when the files of a catch-up are here or have failed. */
export async function announceReports(): Promise<void> {
  const { pool } = await database();
  const { rowCount } = await pool.query("select from report_notices where announced_at is null limit 1");
  if (!rowCount) return;
  const told = await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${ANNOUNCE_LOCK})`);
    return (await isCatchingUp(client)) ? [] : announceWaiting(client);
  });
  if (told.length === 0) return;
  await publish(told.map((id) => `person:${id}`));
  await sendMails();
}

async function isCatchingUp(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isBusy: boolean }>(
    `select exists (
       select from report_requests where origin <> 'person' and (
         (state = 'queued' and ask_at <= now()) or (
           state in ('requested', 'link-received')
           and state_since > now() - interval '${OVERDUE_AFTER_MINUTES} minutes'
         )
       )
     ) and (
       select min(created_at) > now() - interval '${MAX_HOLD_MINUTES} minutes'
       from report_notices where announced_at is null
     ) as "isBusy"`,
  );
  return rows[0]?.isBusy ?? false;
}

async function announceWaiting(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<WaitingNotice>(
    `with waiting as (
       update report_notices set announced_at = now()
       where id in (
         select id from report_notices where announced_at is null order by created_at limit ${MAX_NOTICES}
       )
       returning *
     )
     select w.type, to_char(w.date, 'YYYY-MM-DD') as date, w.report_id as "reportId", w.is_late as "isLate",
            w.event, p.id as "personId", p.name, p.email, s.channel,
            p.state = 'active' and p.role = any($1) as "isReader"
     from waiting w join people p on p.id = w.person_id
     left join report_subscriptions s on s.person_id = w.person_id and s.type = w.type
     order by w.person_id, w.event, w.date, w.type`,
    [READERS],
  );
  const notices = rows.filter(({ isReader }) => isReader);
  const people = new Set<string>();
  for (const { personId, event } of notices) {
    const key = `${personId}:${event}`;
    if (people.has(key)) continue;
    people.add(key);
    await announce(
      client,
      notices.filter((notice) => notice.personId === personId && notice.event === event),
    );
  }
  return [...new Set(notices.map(({ personId }) => personId))];
}

/** All notices have the same person and event. */
async function announce(client: pg.ClientBase, notices: readonly WaitingNotice[]): Promise<void> {
  const [first] = notices;
  if (!first) return;
  const { personId, name, email, event } = first;
  const { title, href } = describeNotice(event, notices);
  await notifyPerson(client, personId, { kind: KINDS[event], title, href });
  const mailed = notices.filter(({ channel }) => channel === "mail");
  if (mailed.length > 0)
    await queueReportMail(client, { id: personId, name, email }, describeNotice(event, mailed));
}
