import "server-only";
import { pool } from "@/lib/db/database";
import type { ErrorCode } from "@/lib/domain/result";
import { SETTLE_ROWS } from "./issue/issue-claims";
import { outcomeSql } from "./item-operations";

/** Nothing happened, and the issuer may accept it later. */
export const LATER: readonly ErrorCode[] = ["throttled", "issuer-unavailable"];
/** Nothing happened, and a person has to do something first. */
export const PAUSES: readonly ErrorCode[] = ["issuer-misconfigured", "issuer-broken", "internal"];

/**
 * Copies the outcome of each card's operation to its run, if it is known. An operation that failed without an effect is
 * repeated as a new one, unless the run was canceled. The issuer's late confirmation overrides "failed".
 * @param runId only of this run; null for all
 */
export async function settleItems(runId: string | null): Promise<void> {
  await (await pool()).query(
    `with known as (
       select i.run_id, i.position, i.operation_id, o.state, o.result,
              o.result #>> '{error,code}' as code, ${outcomeSql("isChanged")} as is_changed,
              ${outcomeSql("changedAt")} as changed_at, ${outcomeSql("cardId")} as card_id
       from run_items i join runs r on r.id = i.run_id join operations o on o.id = i.operation_id
       where ($1::uuid is null or i.run_id = $1)
         and ((i.state = 'sent' and o.state in ('succeeded', 'failed'))
           or (i.state = 'failed' and o.state = 'succeeded'))
     ), outcomes as (
       select k.*, k.state = 'failed' and k.code = any($2) as is_repeated from known k
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
     returning i.run_id, i.position, i.state
     ), ${SETTLE_ROWS}
     select`,
    [runId, [...LATER, ...PAUSES]],
  );
}
