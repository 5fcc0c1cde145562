import "server-only";
import { pool } from "@/lib/db/database";
import { clearAfterMinutes, FLAPPING_HOURS } from "@/lib/domain/alerts/next-step";
import type { DeliveryEvent } from "./deliveries";

export type AlertSummary = {
  id: string;
  condition: string;
  subject: string;
  detail: string;
  since: string;
  clearedAt: string | null;
  /** It is over, but the all-clear waits in case it comes back. Null while it isn't over. */
  resting: { since: string; clearAfterMinutes: number } | null;
};

const MAX_LISTED = 30;

/** The open ones first, then the newest that are over. */
export async function listAlerts(): Promise<AlertSummary[]> {
  const { rows } = await (await pool()).query<
    Pick<AlertSummary, "id" | "condition" | "subject" | "detail"> & {
      since: Date;
      clearedAt: Date | null;
      goodSince: Date | null;
      openings: number;
    }
  >(
    `select id, condition, subject, detail, first_seen_at as since, cleared_at as "clearedAt",
            good_since as "goodSince",
            (select count(*) from alerts other
             where other.condition = alerts.condition and other.subject = alerts.subject
               and other.opened_at > now() - make_interval(hours => $1))::int as openings
     from alerts where opened_at is not null
     order by cleared_at is not null, opened_at desc, id limit ${MAX_LISTED}`,
    [FLAPPING_HOURS],
  );
  return rows.map(({ since, clearedAt, goodSince, openings, ...alert }) => ({
    ...alert,
    since: since.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
    resting: goodSince && {
      since: goodSince.toISOString(),
      clearAfterMinutes: clearAfterMinutes(openings),
    },
  }));
}

export type DeliverySummary = {
  event: DeliveryEvent;
  state: "waiting" | "sending" | "sent" | "failed";
  problem: string | null;
  at: string;
  nextAt: string;
};

/** By channel. The newest that was tried; a mail has its own state in the outbox. */
export async function readNewestDeliveries(): Promise<Map<string, DeliverySummary>> {
  const { rows } = await (await pool()).query<
    Omit<DeliverySummary, "at" | "nextAt"> & { channelId: string; at: Date; nextAt: Date }
  >(
    `select c.id as "channelId", d.event, d.created_at as at, d.next_at as "nextAt",
            case when m.state in ('failed', 'unconfirmed') then 'failed'
                 when m.state in ('waiting', 'sending') then 'waiting' else d.state end as state,
            coalesce(m.problem, d.problem) as problem
     from alert_channels c
     cross join lateral (
       select * from alert_deliveries where channel_id = c.id and attempts > 0 order by number desc limit 1
     ) d
     left join lateral (
       select state, problem from mails where alert_delivery_id = d.id
       order by array_position(array['failed', 'unconfirmed', 'waiting', 'sending'], state), id limit 1
     ) m on true`,
  );
  return new Map(
    rows.map(({ channelId, at, nextAt, ...delivery }) => [
      channelId,
      { ...delivery, at: at.toISOString(), nextAt: nextAt.toISOString() },
    ]),
  );
}
