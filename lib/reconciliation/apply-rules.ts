import "server-only";
import type pg from "pg";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** Explains the day's open exceptions by the rules that people made. The oldest rule that fits counts. */
export async function applyRules(client: pg.ClientBase, day: IsoDate | null, ruleId: string | null = null) {
  await client.query(
    `with fitting as (
       select distinct on (e.id) e.id, r.id as rule_id, r.reason, r.note
       from reconciliation_exceptions e
       join reconciliation_rules r on r.kind = e.kind and r.ended_at is null
         and (r.currency is null or r.currency = e.currency)
         and (r.merchant is null or lower(r.merchant) = lower(e.merchant))
         and (r.max_difference is null or abs(coalesce(e.difference, 0)) <= r.max_difference)
       where e.state = 'open' and ($1::date is null or e.day = $1) and ($2::uuid is null or r.id = $2)
         -- A person who opened it again knows better than the rule.
         and not exists (
           select from reconciliation_exception_history h
           where h.exception_id = e.id and h.person_id is not null and h.state = 'open')
       order by e.id, r.created_at, r.id
     ), explained as (
       update reconciliation_exceptions e set
         state = 'explained', reason = f.reason, note = f.note, rule_id = f.rule_id, state_since = now(),
         version = version + 1
       from fitting f where e.id = f.id returning e.id, f.rule_id, f.note
     )
     insert into reconciliation_exception_history (exception_id, rule_id, state, message)
     select id, rule_id, 'explained', 'Explained by a rule' || case when note = '' then '' else ': ' || note end
     from explained`,
    [day, ruleId],
  );
}
