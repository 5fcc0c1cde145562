import "server-only";
import type pg from "pg";
import { countOf } from "@/lib/domain/money/numbers";
import type { Check } from "@/lib/domain/reconciliation/day-result";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** The sums of the day's fees, whose rows were compared before (compare-with-fees.ts). */
export async function checkFees(client: pg.ClientBase, day: IsoDate): Promise<Check[]> {
  return [...(await checkCardholderFees(client, day)), await checkTransactionFees(client, day)];
}

type Report = {
  isHere: boolean;
  question: string | null;
  isRead: boolean;
  /** Exceptions that name a row of these fees, and those that name a row of the settlement, with its fees. */
  named: number;
  others: number;
};

async function readReport(client: pg.ClientBase, day: IsoDate, type: string, name: string): Promise<Report> {
  const { rows } = await client.query<Report>(
    `select newest.id is not null as "isHere", s.question, coalesce(newest.id = s.file_id, false) as "isRead",
            (select count(*)::int from found where fingerprint like '%:' || $3::text) as named,
            (select count(*)::int from found
             where kind in ('other-file-only', 'file-only', 'twice', 'wrong-day')
               and fingerprint not like '%:' || $3::text) as others
     from (select) always
     left join (
       select f.id from report_requests r join report_files f on f.id = r.file_id
       where r.type = $2 and r.date = $1 and r.state = 'captured' order by f.completed_at desc, f.id limit 1
     ) newest on true
     left join fee_readings s on s.type = $2 and s.date = $1`,
    [day, type, name],
  );
  if (!rows[0]) throw new Error("The report has no row");
  return rows[0];
}

/** Why nothing can be said; null if the report was understood. */
function findObstacle({ isHere, question, isRead }: Report, name: string): string | null {
  if (!isHere) return `The day’s ${name} report isn’t here.`;
  if (!isRead) return "The report isn’t read yet.";
  return question === null ? null : `The report isn’t understood. ${question}`;
}

/** The exceptions name every row that differs, so that they explain the sums. */
function outcomeOf(isEqual: boolean, { named, others }: Report): Pick<Check, "outcome" | "detail"> {
  if (isEqual && named === 0) return { outcome: "agrees", detail: null };
  if (named + others === 0) return { outcome: "differs", detail: null };
  return { outcome: "explained", detail: `${countOf(named + others, "exception")} of this day.` };
}

async function checkCardholderFees(client: pg.ClientBase, day: IsoDate): Promise<Check[]> {
  const report = await readReport(client, day, "fee", "fee");
  const { rows } = await client.query<{
    currency: string;
    charged: string;
    reported: string;
    isEqual: boolean;
  }>(
    `with charged as (
       select coalesce(bill_currency, '') as currency,
              sum(case event when 'clearing' then fees when 'refund' then -fees else 0 end) as amount
       from compared_rows group by 1
     ), reported as (
       select coalesce(currency, '') as currency, sum(amount) as amount from day_fees where type = 'fee' group by 1
     )
     select currency, coalesce(c.amount, 0)::text as charged, coalesce(r.amount, 0)::text as reported,
            coalesce(c.amount, 0) = coalesce(r.amount, 0) as "isEqual"
     from charged c full join reported r using (currency)
     where coalesce(c.amount, 0) <> 0 or coalesce(r.amount, 0) <> 0 order by currency`,
  );
  const obstacle = findObstacle(report, "fee");
  const check = { name: "cardholder-fees" as const, currency: null, expected: null, actual: null };
  // What a report says that can't be read, or isn't here, is in no sum, and the settlement may say nothing.
  if (obstacle && rows.length === 0) return [{ ...check, outcome: "unknown", detail: obstacle }];
  return rows.map(({ currency, charged, reported, isEqual }) => ({
    name: "cardholder-fees",
    currency,
    expected: obstacle ? null : reported,
    actual: charged,
    ...(obstacle ? { outcome: "unknown", detail: obstacle } : outcomeOf(isEqual, report)),
  }));
}

/**
 * One clearing fee for each purchase that cleared; an issuer with other items can't be checked. Only the month's file
 * says what the fees should be.
 */
async function checkTransactionFees(client: pg.ClientBase, day: IsoDate): Promise<Check> {
  const report = await readReport(client, day, "dailyTransactionFee", "transaction-fee");
  const { rows } = await client.query<{ cleared: string; charged: string; hasMonth: boolean }>(
    `select (select count(*) from compared_rows where event = 'clearing')::text as cleared,
            (select count(*) from day_fees where type = 'dailyTransactionFee' and item ilike 'clearing')::text as charged,
            exists (select from fee_reports where type = 'monthlyTransactionFees') as "hasMonth"`,
  );
  const { cleared = "0", charged = "0", hasMonth = false } = rows[0] ?? {};
  const check = { name: "transaction-fees" as const, currency: null, expected: charged, actual: cleared };
  const obstacle = findObstacle(report, "transaction fee");
  if (obstacle) return { ...check, expected: null, outcome: "unknown", detail: obstacle };
  const compared = outcomeOf(cleared === charged, report);
  if (compared.outcome !== "agrees") return { ...check, ...compared };
  if (hasMonth || (cleared === "0" && charged === "0")) return { ...check, ...compared };
  return {
    ...check,
    outcome: "unknown",
    detail: "No row is missing. The fees are compared with the month’s file, which isn’t here yet.",
  };
}
