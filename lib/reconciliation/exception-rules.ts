import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { sealNoteText, unsealNoteText } from "@/lib/db/sealed-note-text";
import type { ExceptionReason, ExceptionRule } from "@/lib/domain/reconciliation/exception";
import type { RuleConditions } from "@/lib/domain/reconciliation/exception-work";

/** All that are active, and the last ones that ended. */
export async function listRules(): Promise<ExceptionRule[]> {
  const { rows } = await (await pool()).query<
    Omit<ExceptionRule, "createdAt" | "ended"> & {
      createdAt: Date;
      endedAt: Date | null;
      endedBy: string | null;
    }
  >(
    `select r.id, r.kind, r.currency, r.merchant, r.max_difference::text as "maxDifference", r.reason, r.note,
            p.name as person, r.created_at as "createdAt", r.ended_at as "endedAt", b.name as "endedBy",
            (select count(*)::int from reconciliation_exceptions e where e.rule_id = r.id and e.state = 'explained') as explained
     from reconciliation_rules r join people p on p.id = r.person_id left join people b on b.id = r.ended_by
     where r.ended_at is null
        or r.id in (select id from reconciliation_rules where ended_at is not null order by ended_at desc, id limit 100)
     order by r.ended_at is not null, r.created_at desc, r.id`,
  );
  return rows.map(({ createdAt, endedAt, endedBy, note, ...rule }) => ({
    ...rule,
    note: unsealNoteText(note),
    createdAt: createdAt.toISOString(),
    ended: endedAt && { at: endedAt.toISOString(), by: endedBy ?? "" },
  }));
}

type NewRule = { conditions: RuleConditions; reason: ExceptionReason; note: string; personId: string };

export async function insertRule(client: pg.ClientBase, rule: NewRule): Promise<string> {
  const { kind, currency, merchant, maxDifference } = rule.conditions;
  const id = randomUUID();
  await client.query(
    `insert into reconciliation_rules (id, kind, currency, merchant, max_difference, reason, note, person_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, kind, currency, merchant, maxDifference, rule.reason, sealNoteText(rule.note), rule.personId],
  );
  return id;
}

export async function countActiveRules(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from reconciliation_rules where ended_at is null",
  );
  return rows[0]?.count ?? 0;
}

/** False if there is no such rule, or it has ended. */
export async function endRule(client: pg.ClientBase, ruleId: string, personId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "update reconciliation_rules set ended_at = now(), ended_by = $2 where id = $1 and ended_at is null",
    [ruleId, personId],
  );
  return rowCount === 1;
}
