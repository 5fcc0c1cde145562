import "server-only";
import type pg from "pg";

/** A redelivery is counted in the row of its first delivery, which is among the newest. */
const NEWEST_DELIVERIES = 1_000;

/** When the newest accepted webhook delivery arrived, and since when a report waits for one and none has. */
export async function readWebhookTimes(
  db: pg.Pool,
): Promise<{ lastAcceptedAt: Date | null; awaitedSince: Date | null }> {
  const { rows } = await db.query<{ lastAcceptedAt: Date | null; awaitedSince: Date | null }>(
    `with last as (
       select max(greatest(received_at, repeated_at)) as at from (
         select received_at, repeated_at from webhook_deliveries
         where verdict = 'accepted' order by id desc limit ${NEWEST_DELIVERIES}
       ) newest
     )
     select last.at as "lastAcceptedAt", (
       select min(a.asked_at) from report_asks a join report_requests r on r.id = a.request_id
       where a.answered_at is null and a.reference_id is not null and r.state in ('queued', 'requested')
         and a.asked_at > coalesce(last.at, '-infinity')
     ) as "awaitedSince" from last`,
  );
  return rows[0] ?? { lastAcceptedAt: null, awaitedSince: null };
}
