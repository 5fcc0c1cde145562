import "server-only";
import { pool } from "@/lib/db/database";
import type { AuditOutcome } from "@/lib/domain/people/audit-log";
import type { Days } from "@/lib/domain/time/calendar";
import { boundsOf } from "@/lib/domain/time/time-zone";
import { Conditions } from "@/lib/postgres/conditions";
import { AuditEntry, type AuditRow } from "./entry";

export type AuditFilter = Days & {
  actorId?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  /** Matches entries with any of these targets, actors or entry numbers. */
  about?: { targets: readonly string[]; actors: readonly string[]; entries: readonly number[] } | undefined;
  outcome?: AuditOutcome | undefined;
};

export type AuditPage = { rows: AuditRow[]; olderThan: number | null };

/**
 * Lists one row per action, newest first. Entries with the phase "begin" are listed only if the filter contains their
 * numbers.
 */
export async function listAudit(filter: AuditFilter, cursor: AuditCursor): Promise<AuditPage> {
  const { rows, olderThan } = await readStoredPage(filter, cursor);
  return { rows: rows.map(toRow), olderThan };
}

export type AuditCursor = { before?: number | undefined; limit: number };
export type StoredRow = { seq: string; body: string; hash: string };

/** Reads a page of rows as stored, optionally including those with the phase "begin". */
export async function readStoredPage(
  filter: AuditFilter,
  { before, limit }: AuditCursor,
  { includeBegins = false } = {},
): Promise<{ rows: StoredRow[]; olderThan: number | null }> {
  const db = await pool();
  const conditions = conditionsOf(filter);
  conditions.add("seq < ?", before);
  const newest = `order by seq desc limit ${limit + 1}`;
  const phaseFilter = includeBegins ? "true" : "phase <> 'begin'";
  const page = (condition: string) =>
    `select seq, body, hash from audit where ${condition} and ${conditions} ${newest}`;
  const { rows } = await db.query<StoredRow>(
    filter.about ? pageMatching(filter.about, { conditions, page, newest, phaseFilter }) : page(phaseFilter),
    conditions.values,
  );
  const last = rows[limit - 1];
  return { rows: rows.slice(0, limit), olderThan: rows.length > limit && last ? Number(last.seq) : null };
}

type PageQuery = {
  conditions: Conditions;
  /** Selects the newest rows that also match the condition. */
  page: (condition: string) => string;
  newest: string;
  phaseFilter: string;
};

/** Reads the newest rows of each ID separately: only an equality prefix lets the index return rows already sorted. */
function pageMatching(
  { targets, actors, entries }: NonNullable<AuditFilter["about"]>,
  { conditions, page, newest, phaseFilter }: PageQuery,
): string {
  const rowsWith = (column: "target" | "actor_id", ids: readonly string[]) =>
    `select found.* from unnest(${conditions.bind(ids)}::text[]) as requested (id)
     cross join lateral (${page(`${column} = requested.id and ${phaseFilter}`)}) found`;
  // `union` removes duplicates: a person's sign-in has that person as actor and as target.
  return `select * from (
            ${rowsWith("target", targets)} union ${rowsWith("actor_id", actors)}
            union (${page(`seq = any(${conditions.bind(entries)}::bigint[])`)})
          ) matching ${newest}`;
}

/** Finds all rows of one action: before and after it. */
export async function findAuditRows(seq: number): Promise<(AuditRow & { hash: string })[]> {
  const db = await pool();
  const { rows } = await db.query<StoredRow>(
    `select seq, body, hash from audit
     where seq = $1 or operation_id = (select operation_id from audit where seq = $1)
     order by seq`,
    [seq],
  );
  return rows.map((row) => ({ ...toRow(row), hash: row.hash }));
}

/** Of the listed rows; at most one more than `max` is counted. */
export async function countAudit(filter: Omit<AuditFilter, "about">, max: number): Promise<number> {
  const conditions = conditionsOf(filter);
  const { rows } = await (await pool()).query<{ total: number }>(
    `select count(*)::int as total from
       (select from audit where phase <> 'begin' and ${conditions} limit ${max + 1}) as counted`,
    conditions.values,
  );
  return rows[0]?.total ?? 0;
}

export async function listAuditActions(): Promise<string[]> {
  const db = await pool();
  // A loose index scan: one probe per distinct action, however long the log is.
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
  conditions.add("target = ?", filter.target);
  conditions.add("actor_id = ?", filter.actorId);
  conditions.add("action = ?", filter.action);
  conditions.add("outcome = ?", filter.outcome);
  conditions.addBetween("at", boundsOf(filter));
  // The log is in chronological order, which the query planner doesn't know: without these bounds it scans all newer rows.
  // A margin of a day and a thousand entries allows for clock differences.
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

export function toRow({ seq, body }: Pick<StoredRow, "seq" | "body">): AuditRow {
  return { ...AuditEntry.parse(JSON.parse(body)), seq: Number(seq) };
}
