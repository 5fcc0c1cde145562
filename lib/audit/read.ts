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
  /** What the action was done to. */
  target?: string | undefined;
  /** What the action was done to, or who did it: any of these ids. Or an entry of one of these numbers. */
  about?: { targets: readonly string[]; actors: readonly string[]; entries: readonly number[] } | undefined;
  outcome?: AuditOutcome | undefined;
};

export type AuditPage = { rows: AuditRow[]; olderThan: number | null };

/**
 * What happened, newest first: one row for each action, its end or its only moment. An entry from before an action is
 * listed only where the filter names it.
 */
export async function listAudit(filter: AuditFilter, place: Place): Promise<AuditPage> {
  const { rows, olderThan } = await readStoredPage(filter, place);
  return { rows: rows.map(toRow), olderThan };
}

export type Place = { before?: number | undefined; limit: number };
export type StoredRow = { seq: string; body: string; hash: string };

/** The same as it is stored, on request with the entries that were written before each action. */
export async function readStoredPage(
  filter: AuditFilter,
  { before, limit }: Place,
  { withBegins = false } = {},
): Promise<{ rows: StoredRow[]; olderThan: number | null }> {
  const db = await pool();
  const conditions = conditionsOf(filter);
  conditions.add("seq < ?", before);
  const newest = `order by seq desc limit ${limit + 1}`;
  const shown = withBegins ? "true" : "phase <> 'begin'";
  const page = (condition: string) =>
    `select seq, body, hash from audit where ${condition} and ${conditions} ${newest}`;
  const { rows } = await db.query<StoredRow>(
    filter.about ? pageAbout(filter.about, { conditions, page, newest, shown }) : page(shown),
    conditions.values,
  );
  const last = rows[limit - 1];
  return { rows: rows.slice(0, limit), olderThan: rows.length > limit && last ? Number(last.seq) : null };
}

type PageParts = {
  conditions: Conditions;
  /** The newest rows that meet one condition more. */
  page: (condition: string) => string;
  newest: string;
  /** Which rows a list shows. */
  shown: string;
};

/** Looks up the newest rows of each id by itself: only an equality lets the index return them sorted. */
function pageAbout(
  { targets, actors, entries }: NonNullable<AuditFilter["about"]>,
  { conditions, page, newest, shown }: PageParts,
): string {
  const rowsWith = (column: "target" | "actor_id", ids: readonly string[]) =>
    `select found.* from unnest(${conditions.place(ids)}::text[]) as wanted (id)
     cross join lateral (${page(`${column} = wanted.id and ${shown}`)}) found`;
  // What someone did to themselves, such as signing in, matches both and is one row.
  return `select * from (
            ${rowsWith("target", targets)} union ${rowsWith("actor_id", actors)}
            union (${page(`seq = any(${conditions.place(entries)}::bigint[])`)})
          ) matching ${newest}`;
}

/** One action whole: what was written before it and after it. */
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
  conditions.add("target = ?", filter.target);
  conditions.add("actor_id = ?", filter.actorId);
  conditions.add("action = ?", filter.action);
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

export function toRow({ seq, body }: Pick<StoredRow, "seq" | "body">): AuditRow {
  return { ...AuditEntry.parse(JSON.parse(body)), seq: Number(seq) };
}
