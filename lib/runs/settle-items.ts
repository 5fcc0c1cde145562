import "server-only";
import { pool } from "@/lib/db/database";

/**
 * Copies the outcome of each card's operation to the run, if it is known. A card whose operation never began waits
 * again: its process died before. The issuer's late confirmation overrides "failed".
 * @param inFlight positions that this process works on
 * @param position only this one
 */
export async function settleSentItems(
  runId: string,
  inFlight: ReadonlySet<number>,
  position: number | null = null,
): Promise<void> {
  await (await pool()).query(
    `update run_items i set
       state = case when o.id is null then 'waiting' when o.state = 'succeeded' then 'done' else 'failed' end,
       reason = case when o.state = 'failed' then o.result #>> '{error,message}' end,
       is_changed = coalesce(
         o.state = 'succeeded'
           and o.result #>> '{data,previousStatus}' is distinct from o.result #>> '{data,card,status}', false),
       finished_at = case when o.id is not null then now() end
     from run_items known left join operations o on o.id = known.operation_id
     where i.run_id = known.run_id and i.position = known.position
       and known.run_id = $1 and known.position <> all($2) and ($3::int is null or known.position = $3)
       and ((known.state = 'sent' and (o.id is null or o.state in ('succeeded', 'failed')))
         or (known.state = 'failed' and o.state = 'succeeded'))`,
    [runId, [...inFlight], position],
  );
}
