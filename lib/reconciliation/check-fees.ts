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
    `select newest.id is not null as "isHere", s.question, coalesce(newest.id = coalesce(s.unclear_file_id, s.file_id), false) as "isRead",
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

/** Only exceptions that name every row that differs explain a sum. */
function outcomeOf(
  isEqual: boolean,
  unnamed: number,
  { named, others }: Report,
): Pick<Check, "outcome" | "detail"> {
  if (isEqual && named === 0) return { outcome: "agrees", detail: null };
  if (!isEqual && unnamed > 0) return { outcome: "differs", detail: null };
  return { outcome: "explained", detail: `${countOf(named + others, "exception")} of this day.` };
}

/** SQL: no exception of the day that a row of these fees is missing, differs, or is too much says it of this one. */
const isUnnamed = (transactionId: string, name: string) => `not exists (
  select from found
  where found.transaction_id = ${transactionId} and (fingerprint like '%:${name}'
    or kind in ('other-file-only', 'file-only', 'twice', 'wrong-day')))`;

async function checkCardholderFees(client: pg.ClientBase, day: IsoDate): Promise<Check[]> {
  const report = await readReport(client, day, "fee", "fee");
  const { rows } = await client.query<{
    currency: string;
    charged: string;
    reported: string;
    isEqual: boolean;
    unnamed: number;
  }>(
    `with charged as (
       select transaction_id, coalesce(bill_currency, '') as currency,
              sum(case event when 'clearing' then fees when 'refund' then -fees else 0 end) as amount
       from compared_rows group by 1, 2
     ), reported as (
       select coalesce(transaction_id, '') as transaction_id, coalesce(currency, '') as currency, sum(amount) as amount
       from day_fees where type = 'fee' group by 1, 2
     ), rows as (
       select transaction_id, currency, coalesce(c.amount, 0) as charged, coalesce(r.amount, 0) as reported
       from charged c full join reported r using (transaction_id, currency)
     )
     select currency, sum(charged)::text as charged, sum(reported)::text as reported, sum(charged) = sum(reported) as "isEqual",
            (count(*) filter (where charged <> reported and ${isUnnamed("rows.transaction_id", "fee")}))::int as unnamed
     from rows group by currency having sum(charged) <> 0 or sum(reported) <> 0 order by currency`,
  );
  const obstacle = findObstacle(report, "fee");
  const check = { name: "cardholder-fees" as const, currency: null, expected: null, actual: null };
  // What a report says that can't be read, or isn't here, is in no sum, and the settlement may say nothing.
  if (obstacle && rows.length === 0) return [{ ...check, outcome: "unknown", detail: obstacle }];
  return rows.map(({ currency, charged, reported, isEqual, unnamed }) => ({
    name: "cardholder-fees",
    currency,
    expected: obstacle ? null : reported,
    actual: charged,
    ...(obstacle ? { outcome: "unknown", detail: obstacle } : outcomeOf(isEqual, unnamed, report)),
  }));
}

/**
 * One clearing fee for each purchase that cleared; an issuer with other items can't be checked. Only the month's file
 * says what the fees should be.
 */
async function checkTransactionFees(client: pg.ClientBase, day: IsoDate): Promise<Check> {
  const report = await readReport(client, day, "dailyTransactionFee", "transaction-fee");
  const { rows } = await client.query<{
    cleared: string;
    charged: string;
    unnamed: number;
    hasMonth: boolean;
    isMonthUnderstood: boolean;
  }>(
    `with cleared as (
       select transaction_id, count(*) as rows from compared_rows where event = 'clearing' group by 1
     ), charged as (
       select coalesce(transaction_id, '') as transaction_id, count(*) as rows
       from day_fees where type = 'dailyTransactionFee' and item ilike 'clearing' group by 1
     )
     select (select coalesce(sum(rows), 0) from cleared)::text as cleared,
            (select coalesce(sum(rows), 0) from charged)::text as charged,
            (select count(*)::int from cleared c full join charged f using (transaction_id)
             where c.rows is distinct from f.rows and ${isUnnamed("coalesce(c.transaction_id, f.transaction_id)", "transaction-fee")}) as unnamed,
            exists (
              select from fee_readings
              where type = 'monthlyTransactionFees' and date = (date_trunc('month', $1::date) + interval '1 month - 1 day')::date
            ) as "hasMonth",
            exists (
              select from fee_reports join fee_readings using (type, file_id)
              where type = 'monthlyTransactionFees' and question is null
            ) as "isMonthUnderstood"`,
    [day],
  );
  const {
    cleared = "0",
    charged = "0",
    unnamed = 0,
    hasMonth = false,
    isMonthUnderstood = false,
  } = rows[0] ?? {};
  const check = { name: "transaction-fees" as const, currency: null, expected: charged, actual: cleared };
  const obstacle = findObstacle(report, "transaction fee");
  if (obstacle) return { ...check, expected: null, outcome: "unknown", detail: obstacle };
  const compared = outcomeOf(cleared === charged, unnamed, report);
  if (compared.outcome !== "agrees") return { ...check, ...compared };
  if (isMonthUnderstood || (cleared === "0" && charged === "0")) return { ...check, ...compared };
  return {
    ...check,
    outcome: "unknown",
    detail: `No row is missing. The fees are compared with the month’s file, which isn’t ${hasMonth ? "understood" : "here yet"}.`,
  };
}
