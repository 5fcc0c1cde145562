import "server-only";
import { pool } from "@/lib/db/database";
import type { AuditOutcome } from "@/lib/domain/audit-log";
import type { Days } from "@/lib/domain/calendar";
import { boundsOf } from "@/lib/domain/time-zone";
import { Conditions } from "@/lib/postgres/conditions";
import { AuditEntry, type AuditRow } from "./entry";

export type AuditFilter = Days & {
  actorId?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  outcome?: AuditOutcome | undefined;
};

export type AuditPage = { rows: AuditRow[]; olderThan: number | null };

/** What happened, newest first: one row for each action, its end or its only moment. */
export async function listAudit(
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditPage> {
  const db = await pool();
  const conditions = conditionsOf(filter);
  conditions.add("seq < ?", before);
  const { rows } = await db.query<{ seq: string; body: string }>(
    `select seq, body from audit where ${conditions} order by seq desc limit ${limit + 1}`,
    conditions.values,
  );
  const shown = rows.slice(0, limit).map(toRow);
  return { rows: shown, olderThan: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null };
}

/** One action whole: what was written before it and after it. */
export async function findAuditRows(seq: number): Promise<AuditRow[]> {
  const db = await pool();
  const { rows } = await db.query<{ seq: string; body: string }>(
    `select seq, body from audit
     where seq = $1 or operation_id = (select operation_id from audit where seq = $1)
     order by seq`,
    [seq],
  );
  return rows.map(toRow);
}

/** All that match, in steps, for an export that streams. */
export async function* walkAudit(filter: AuditFilter, rowsPerStep = 1000): AsyncGenerator<AuditRow[]> {
  let before: number | undefined;
  for (;;) {
    const page = await listAudit(filter, { before, limit: rowsPerStep });
    if (page.rows.length > 0) yield page.rows;
    if (page.olderThan === null) return;
    before = page.olderThan;
  }
}

/** The actions and people that the log knows, for its filters. */
export async function listAuditActions(): Promise<string[]> {
  const db = await pool();
  // A loose scan: one index probe for each distinct action, however long the log is.
  const { rows } = await db.query<{ action: string }>(
    `with recursive actions as (
       (select action from audit where phase <> 'begin' order by action limit 1)
       union all
       select (select a.action from audit a where a.phase <> 'begin' and a.action > actions.action order by a.action limit 1)
       from actions where actions.action is not null
     )
     select action from actions where action is not null`,
  );
  return rows.map(({ action }) => action);
}

function conditionsOf(filter: AuditFilter): Conditions {
  const conditions = new Conditions();
  conditions.and("phase <> 'begin'");
  conditions.add("actor_id = ?", filter.actorId);
  conditions.add("action = ?", filter.action);
  conditions.add("target = ?", filter.target);
  conditions.add("outcome = ?", filter.outcome);
  conditions.addBetween("at", boundsOf(filter));
  // The log is written in the order of time, which no planner knows: without these bounds it walks back through all that
  // came since. A day and a thousand entries are left for clocks that differ.
  const edge = (bound: string, when: string, order: string) =>
    `(select ${bound}(seq) from (select seq from audit where phase <> 'begin' and at ${when} order by ${order} limit 1000) as near)`;
  conditions.add(
    `seq >= ${edge("min", ">= ((?::date - 1)::timestamp at time zone 'utc')", "at, seq")}`,
    filter.from,
  );
  conditions.add(
    `seq <= ${edge("max", "< ((?::date + 2)::timestamp at time zone 'utc')", "at desc, seq desc")}`,
    filter.to,
  );
  return conditions;
}

function toRow({ seq, body }: { seq: string; body: string }): AuditRow {
  return { ...AuditEntry.parse(JSON.parse(body)), seq: Number(seq) };
}
