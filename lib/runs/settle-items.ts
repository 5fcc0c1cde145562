import "server-only";
import { pool } from "@/lib/db/database";
import type { ErrorCode } from "@/lib/domain/result";
import { SETTLE_ROWS } from "./issue/issue-claims";
import { outcomeSql } from "./item-operations";

/** Nothing happened, and the issuer may accept it later. */
export const LATER: readonly ErrorCode[] = ["throttled", "issuer-unavailable"];
/** A person has to do something first, unless it is about one card (`IS_UNREADABLE`). */
export const PAUSES: readonly ErrorCode[] = ["issuer-misconfigured", "issuer-broken", "internal"];
/**
 * SQL: a card was requested, and might be issued after all. Also if it wasn't found later, because an issuer can be
 * slower than we wait; such a result has the operation's own ID (lib/jobs/resolve-operations.ts).
 */
const IS_DOUBTFUL = `(r.kind = 'issue' and o.sent_at is not null and (
  o.result #>> '{error,code}' in ('issuer-broken', 'internal')
  or (o.result #>> '{error,code}' = 'issuer-unavailable' and o.result #>> '{error,requestId}' = o.id::text)))`;

/** SQL, for an operation `o` that failed: the card can't be read, and nothing was sent. No later read would be better. */
export const IS_UNREADABLE = "(o.sent_at is null and o.result #>> '{error,code}' = 'issuer-broken')";

/** SQL: so long after the end of a run, no confirmation comes anymore. */
const LATE = "interval '7 days'";

/**
 * Copies the outcome of each card's operation to its run, if it is known. An operation that failed without an effect is
 * repeated as a new one, unless the run was canceled. The issuer's late confirmation overrides "failed". A change of a
 * card can be repeated in doubt, but whether to issue a card again is for a person to decide.
 * @param runId only of this run; null for all
 */
export async function settleItems(runId: string | null): Promise<void> {
  const isOfRun = runId === null ? `(r.finished_at is null or r.finished_at > now() - ${LATE})` : "r.id = $2";
  await (await pool()).query(
    `with known as (
       select i.run_id, i.position, i.operation_id, o.state, o.result,
              case when ${IS_UNREADABLE} then 'unreadable' else o.result #>> '{error,code}' end as code, ${outcomeSql("isChanged")} as is_changed,
              ${outcomeSql("changedAt")} as changed_at, ${outcomeSql("cardId")} as card_id,
              coalesce(${IS_DOUBTFUL}, false) as is_doubtful
       from runs r join run_items i on i.run_id = r.id and i.state in ('sent', 'failed')
         join operations o on o.id = i.operation_id
       where ${isOfRun}
         and ((i.state = 'sent' and o.state in ('succeeded', 'failed'))
           or (i.state = 'failed' and o.state = 'succeeded'))
     ), outcomes as (
       select k.*, k.state = 'failed' and k.code = any($1) and not k.is_doubtful as is_repeated from known k
     ), settled as (
     update run_items i set
       state = case when k.state = 'succeeded' then 'done' when not k.is_repeated then 'failed'
                    when r.state = 'canceled' then 'canceled' else 'waiting' end,
       operation_id = case when k.is_repeated and r.state <> 'canceled' then gen_random_uuid() else i.operation_id end,
       attempts = i.attempts + case when k.is_repeated then 1 else 0 end,
       reason = case when k.state = 'failed' and not k.is_repeated then k.result #>> '{error,message}' end,
       card_id = case when k.state = 'succeeded' then k.card_id else i.card_id end,
       is_changed = case when k.state = 'succeeded' then k.is_changed end,
       changed_at = case when k.state = 'succeeded' then k.changed_at end,
       finished_at = case when k.is_repeated and r.state <> 'canceled' then null else now() end
     from outcomes k join runs r on r.id = k.run_id
     where i.run_id = k.run_id and i.position = k.position and i.operation_id = k.operation_id
       and (i.state = 'sent' or (i.state = 'failed' and k.state = 'succeeded'))
     returning i.run_id, i.position, i.state, k.is_doubtful
     ), ${SETTLE_ROWS}
     select`,
    [[...LATER, ...PAUSES], ...(runId === null ? [] : [runId])],
  );
}
