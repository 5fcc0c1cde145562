import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Period } from "@/lib/domain/reconciliation/period";
import {
  type ExceptionLeft,
  MAX_EXCEPTIONS_LEFT,
  type OpenCheck,
  type SignedFile,
  type SignOffEvidence,
} from "@/lib/domain/reconciliation/sign-off";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { checkMonth } from "@/lib/reconciliation/check-month";

type Reader = pg.Pool | pg.ClientBase;

/** What the period's comparisons found, from which files, and what is left. */
export async function readEvidence(db: Reader, period: Period): Promise<SignOffEvidence> {
  const { rows } = await db.query<Omit<SignOffEvidence, "files" | "mappings" | "exceptionsLeft">>(TOTALS, [
    period.from,
    period.to,
  ]);
  const [totals] = rows;
  if (!totals) throw new Error("The totals have no row");
  return {
    files: await readFiles(db, period),
    mappings: await readMappings(db, period),
    ...totals,
    checks: [...totals.checks, ...(period.kind === "month" ? await readMonthChecks(db, period) : [])],
    exceptionsLeft: await readExceptionsLeft(db, period),
  };
}

/** Identifies what a person saw. */
export function fingerprintOf(evidence: SignOffEvidence): string {
  return createHash("sha256").update(canonicalJson(evidence)).digest("hex");
}

const TOTALS = `
  with results as (
    select day, result from reconciliation_days where day between $1 and $2 and result is not null
  )
  select
    (select count(*)::int from results) as days,
    (select coalesce(sum((result ->> 'matched')::int), 0)::int from results) as matched,
    (select coalesce(sum((result ->> 'rows')::int), 0)::int from results) as rows,
    (select coalesce(jsonb_agg(t order by t.event, t.currency), '[]') from (
       select e.event, e.currency, sum(e.rows)::int as rows, sum(e.billed)::text as billed, sum(e.fees)::text as fees,
              sum(e.effect)::text as effect
       from results, jsonb_to_recordset(result -> 'events')
         as e (event text, currency text, rows int, billed numeric, fees numeric, effect numeric)
       group by 1, 2) t) as events,
    (select coalesce(jsonb_agg(t order by t.currency), '[]') from (
       select a.currency, sum(a.amount)::text as amount
       from results, jsonb_to_recordset(result -> 'arrivals') as a (currency text, amount numeric) group by 1) t) as records,
    (select coalesce(jsonb_agg(t order by t.day, t.name, t.currency), '[]') from (
       select day::text as day, c.name, c.currency, c.outcome
       from results, jsonb_to_recordset(result -> 'checks') as c (name text, currency text, outcome text)
       where c.outcome <> 'agrees') t) as checks`;

async function readMonthChecks(db: Reader, month: Period): Promise<OpenCheck[]> {
  return (await checkMonth(db, month))
    .filter(({ outcome }) => outcome !== "agrees")
    .map(({ name, currency, outcome }) => ({ day: null, name, currency, outcome }));
}

/** The files of a month that ends on `$2`, even if each of its days has files of its own. */
export const MONTH_FILES = `
  select file_id as id from settlement_readings where type = 'monthly' and date = $2 and state = 'read'
  union
  (select distinct on (r.type) f.id from report_requests r join report_files f on f.id = r.file_id
   where r.type in ('monthlyTransactionFees', 'monthlyNonTransactionFees') and r.date = $2 and r.state = 'captured'
   order by r.type, f.completed_at desc, f.id)`;

async function readFiles(db: Reader, { kind, from, to }: Period): Promise<SignedFile[]> {
  const { rows } = await db.query<SignedFile>(
    `with used as (
       select file_id as id from reconciliation_days where day between $1 and $2
       union
       select unnest(fee_files) from reconciliation_days where day between $1 and $2
       union
       select id from (${MONTH_FILES}) of_month where $3
     )
     select r.type, to_char(r.date, 'YYYY-MM-DD') as date, f.sha256
     from used join report_files f using (id) join report_requests r on r.id = f.request_id
     order by r.type, r.date`,
    [from, to, kind === "month"],
  );
  return rows;
}

async function readMappings(db: Reader, { from, to }: Period): Promise<SignOffEvidence["mappings"]> {
  const { rows } = await db.query<SignOffEvidence["mappings"][number]>(
    `select distinct m.type, m.version
     from reconciliation_days d join settlement_readings s on s.file_id = d.file_id
     join settlement_mappings m on m.version = s.mapping_version
     where d.day between $1 and $2 and m.mapping is not null order by m.type, m.version`,
    [from, to],
  );
  return rows;
}

/** One more than can be signed off, so that the caller notices. */
async function readExceptionsLeft(db: Reader, { from, to }: Period): Promise<ExceptionLeft[]> {
  const { rows } = await db.query<ExceptionLeft>(
    `select id, kind, to_char(day, 'YYYY-MM-DD') as day, transaction_id as "transactionId", state, reason, currency,
            difference::text as difference
     from reconciliation_exceptions where day between $1 and $2 and state <> 'resolved'
     order by day, kind, id limit ${MAX_EXCEPTIONS_LEFT + 1}`,
    [from, to],
  );
  return rows;
}
