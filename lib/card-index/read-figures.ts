import "server-only";
import { pool } from "@/lib/db/database";
import {
  type CardCount,
  type IssuedOn,
  SPEND_STATUSES,
  type TopCustomer,
  type TransactionsOn,
} from "@/lib/domain/cards/program-figures";
import { addDays, type IsoDate, startOfDay } from "@/lib/domain/time/calendar";
import type { DayRange } from "@/lib/domain/time/day-range";
import { firstCardOf } from "./find-customer";

/** From precomputed totals, so the cost doesn't depend on the number of cards. */
export async function readCardCounts(): Promise<CardCount[]> {
  const { rows } = await (await pool()).query<{ status: string; type: string; cards: string }>(
    `select status, card_type as type, sum(cards) as cards from card_counts
     group by status, card_type having sum(cards) > 0 order by status, card_type`,
  );
  return rows.map(({ cards, ...count }) => ({ ...count, cards: Number(cards) }));
}

export async function readIssuedDays({ from, to }: DayRange): Promise<IssuedOn[]> {
  const { rows } = await (await pool()).query<{ day: IsoDate; type: string; cards: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, card_type as type, cards from card_days
     where day between $1::date and $2::date and cards > 0 order by day, card_type`,
    [from, to],
  );
  return rows.map(({ cards, ...issued }) => ({ ...issued, cards: Number(cards) }));
}

export async function readTransactionDays({ from, to }: DayRange): Promise<TransactionsOn[]> {
  const { rows } = await (await pool()).query<TransactionDayRow>(
    `select to_char(day, 'YYYY-MM-DD') as day, bill_currency as currency, status, transactions, amount
     from transaction_days
     where day between $1::date and $2::date and transactions > 0 order by day, bill_currency, status`,
    [from, to],
  );
  return rows.map(toTransactionsOn);
}

export async function readCustomerDays(customerId: string, range: DayRange): Promise<TransactionsOn[]> {
  const { rows } = await (await pool()).query<TransactionDayRow>(
    `select to_char(t.created_at at time zone 'utc', 'YYYY-MM-DD') as day, t.bill_currency as currency, t.status,
            count(*) as transactions, sum(t.bill_amount) as amount
     from indexed_cards c join indexed_transactions t on t.card_id = c.id
     where c.customer_id = $1 and t.created_at >= $2 and t.created_at < $3
     group by 1, 2, 3 order by 1, 2, 3`,
    [customerId, ...instantsOf(range)],
  );
  return rows.map(toTransactionsOn);
}

/** The newest day in the index: the issuer's clock may be ahead of ours. */
export async function readLatestDay(): Promise<IsoDate | null> {
  const { rows } = await (await pool()).query<{ day: IsoDate | null }>(
    `select to_char(greatest(
       (select max(day) from card_days where cards > 0),
       (select max(day) from transaction_days where transactions > 0)
     ), 'YYYY-MM-DD') as day`,
  );
  return rows[0]?.day ?? null;
}

/** Reads every purchase in the range, so callers must not block the rest of the page on it. */
export async function readTopCustomers(
  range: DayRange,
  currency: string,
  limit: number,
): Promise<TopCustomer[]> {
  const { rows } = await (await pool()).query<{
    id: string;
    name: string;
    transactions: string;
    amount: string;
  }>(
    `with by_card as (
       select card_id, count(*) as transactions, sum(bill_amount) as amount from indexed_transactions
       where created_at >= $1 and created_at < $2 and bill_currency = $3 and status = any($4)
       group by card_id
     ), top as (
       select c.customer_id as id, sum(b.transactions) as transactions, sum(b.amount) as amount
       from by_card b join indexed_cards c on c.id = b.card_id
       group by c.customer_id order by amount desc, id limit $5
     )
     select top.id, top.transactions, top.amount,
            (select first.cardholder_name ${firstCardOf("top.id")}) as name
     from top
     order by top.amount desc, top.id`,
    [...instantsOf(range), currency, [...SPEND_STATUSES], limit],
  );
  return rows.map(({ id, name, transactions, amount }) => ({
    id,
    name,
    transactions: Number(transactions),
    amount: Number(amount),
  }));
}

type TransactionDayRow = {
  day: IsoDate;
  currency: string;
  status: string;
  transactions: string;
  amount: string;
};

function toTransactionsOn({ transactions, amount, ...row }: TransactionDayRow): TransactionsOn {
  return { ...row, transactions: Number(transactions), amount: Number(amount) };
}

function instantsOf({ from, to }: DayRange): [Date, Date] {
  return [startOfDay(from), startOfDay(addDays(to, 1))];
}
