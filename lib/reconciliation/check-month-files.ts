import "server-only";
import type pg from "pg";
import { countOf } from "@/lib/domain/money/numbers";
import type { Check } from "@/lib/domain/reconciliation/day-result";
import type { Period } from "@/lib/domain/reconciliation/period";

type Reader = pg.Pool | pg.ClientBase;

/** What the files of a month say that no day's file does. */
export async function checkMonthFiles(db: Reader, month: Period): Promise<Check[]> {
  return [...(await checkBalances(db, month)), await checkCardCosts(db, month)];
}

/** Within the month's settlement, and where it closes. */
async function checkBalances(db: Reader, { to }: Period): Promise<Check[]> {
  const { rows } = await db.query<{
    currency: string | null;
    gaps: { row: number; gap: string }[];
    closing: string | null;
    lastClosing: string | null;
    isSame: boolean;
  }>(
    `select s.balance_currency as currency, s.gaps, s.closing_balance::text as closing,
            l.closing_balance::text as "lastClosing", coalesce(s.closing_balance = l.closing_balance, true) as "isSame"
     from settlement_readings s left join lateral (
       select d.closing_balance from settlement_readings d
       where d.type = 'daily' and d.state = 'read' and d.closing_balance is not null
         and d.date between date_trunc('month', s.date)::date and s.date
         and d.balance_currency is not distinct from s.balance_currency
       order by d.date desc limit 1
     ) l on (select count(*) from settlement_readings d where d.type = 'daily' and d.state = 'read'
             and d.date between date_trunc('month', s.date)::date and s.date) = extract(day from s.date)
     where s.type = 'monthly' and s.date = $1 and s.state = 'read' and s.closing_balance is not null`,
    [to],
  );
  return rows.map(({ currency, gaps, closing, lastClosing, isSame }) => {
    const [first] = gaps;
    const agrees = !first && isSame;
    return {
      name: "balances",
      currency,
      expected: agrees ? null : lastClosing,
      actual: agrees ? null : closing,
      outcome: agrees ? "agrees" : "differs",
      detail: first
        ? `Monthly settlement: row ${first.row + 1} is off by ${first.gap}.`
        : isSame
          ? null
          : "Monthly settlement: it closes at another balance than the last day.",
    };
  });
}

/** Cards that were issued in the month or there before, and those among them that the month's file charges. */
async function checkCardCosts(db: Reader, { from, to }: Period): Promise<Check> {
  const { rows } = await db.query<{
    isHere: boolean;
    isRead: boolean;
    question: string | null;
    cards: string;
    charged: string;
    repeated: number;
    named: number;
    missing: number;
  }>(
    `with newest as (
       select f.id from report_requests r join report_files f on f.id = r.file_id
       where r.type = 'monthlyNonTransactionFees' and r.date = $2 and r.state = 'captured'
       order by f.completed_at desc, f.id limit 1
     ), charges as (
       select r.card_id, r.item, r.item ilike '%issu%' as is_issued
       from fee_rows r join newest on newest.id = r.file_id
       where r.item not ilike '%reissu%' and (r.item ilike '%issu%' or r.item ilike '%maint%')
     ), costs as (
       select distinct card_id, is_issued from charges
     ), cards as (
       select t.id, t.created_at >= $1::date::timestamp at time zone 'utc' as is_issued from indexed_cards t
       where t.created_at < ($2::date + 1)::timestamp at time zone 'utc'
     ), named as (
       select kind from reconciliation_exceptions
       where day between $1 and $2 and fingerprint like '%:card-cost' and not is_resolved_by_itself
     )
     select exists (select from newest) as "isHere", coalesce(coalesce(s.unclear_file_id, s.file_id) = (select id from newest), false) as "isRead",
            s.question, (select count(*) from cards)::text as cards,
            (select count(*) from cards c join costs o on o.card_id = c.id and o.is_issued = c.is_issued)::text as charged,
            (select count(*) - count(distinct (card_id, item)) from charges)::int as repeated,
            (select count(*)::int from named) as named,
            (select count(*)::int from named where kind = 'missing-elsewhere') as missing
     from (select) always
     left join fee_readings s on s.type = 'monthlyNonTransactionFees' and s.date = $2`,
    [from, to],
  );
  const {
    isHere = false,
    isRead,
    question,
    cards = "0",
    charged = "0",
    repeated = 0,
    named = 0,
    missing = 0,
  } = rows[0] ?? {};
  const check = { name: "card-costs" as const, currency: null, expected: cards, actual: charged };
  const unknown = (detail: string) => ({ ...check, outcome: "unknown" as const, detail });
  if (!isHere) return unknown("The month’s card costs aren’t here.");
  if (!isRead) return unknown("The card costs aren’t read yet.");
  if (question) return unknown(`The card costs aren’t understood. ${question}`);
  if (repeated > 0 && named === 0)
    return {
      ...check,
      outcome: "differs",
      detail: `${countOf(repeated, "charge")} ${repeated === 1 ? "is" : "are"} there again.`,
    };
  const uncharged = Number(cards) - Number(charged) - missing;
  if (uncharged !== 0)
    return unknown(`${countOf(uncharged, "card")} without a charge may have expired or been blocked.`);
  return named === 0
    ? { ...check, outcome: "agrees", detail: null }
    : { ...check, outcome: "explained", detail: `${countOf(named, "exception")} of this month.` };
}
