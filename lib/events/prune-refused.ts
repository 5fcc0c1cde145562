import "server-only";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";

/** Of each verdict and day: a flood pushes out neither other days, nor other verdicts, nor how it began. */
const FIRST_KEPT = 100;
const LAST_KEPT = 100;

/** Forgets deliveries that proved nothing, within a budget of their own. What was accepted is not touched. */
export async function pruneRefused(): Promise<void> {
  await (await pool()).query(
    `delete from webhook_deliveries where id in (
       select id from (
         select id, received_at,
           row_number() over (partition by verdict, (received_at at time zone 'UTC')::date order by id) as first,
           row_number() over (partition by verdict, (received_at at time zone 'UTC')::date order by id desc) as last
         from webhook_deliveries where verdict <> 'accepted'
       ) refused
       where ($1 > 0 and received_at < now() - make_interval(days => $1))
         or (first > ${FIRST_KEPT} and last > ${LAST_KEPT}))`,
    [env().retentionDays.refusedDeliveries],
  );
}
