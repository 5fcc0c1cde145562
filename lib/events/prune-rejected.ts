import "server-only";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";

/** Per verdict and day, so that a flood displaces neither other days and verdicts nor its own beginning. */
const KEPT_FIRST = 100;
const KEPT_LAST = 100;

/** Deletes old and excess rejected deliveries. Accepted ones are not touched. */
export async function pruneRejected(): Promise<void> {
  await (await pool()).query(
    `delete from webhook_deliveries where id in (
       select id from (
         select id, received_at,
           row_number() over (partition by verdict, (received_at at time zone 'UTC')::date order by id) as first,
           row_number() over (partition by verdict, (received_at at time zone 'UTC')::date order by id desc) as last
         from webhook_deliveries where verdict <> 'accepted'
       ) rejected
       where ($1 > 0 and received_at < now() - make_interval(days => $1))
         or (first > ${KEPT_FIRST} and last > ${KEPT_LAST}))`,
    [env().retentionDays.rejectedDeliveries],
  );
}
