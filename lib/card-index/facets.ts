import "server-only";
import { pool } from "@/lib/db/database";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { Conditions } from "@/lib/postgres/conditions";

export type FacetValue = { value: string; records: number };

type CardCount = { status: string; card_type: string; card_design: string; cards: string };

export type CardFacets = {
  statuses: FacetValue[];
  types: FacetValue[];
  designs: FacetValue[];
  count(filter: { status: readonly string[]; type: string | null; design: string | null }): number;
};

export async function readCardFacets(): Promise<CardFacets> {
  const db = await pool();
  const { rows } = await db.query<CardCount>({
    name: "read-card-facets",
    text: "select status, card_type, card_design, cards from card_counts where cards > 0",
  });
  return {
    statuses: sumBy(rows, ({ status }) => status),
    types: sumBy(rows, ({ card_type }) => card_type),
    designs: sumBy(rows, ({ card_design }) => card_design),
    count: ({ status, type, design }) =>
      rows
        .filter((row) => status.length === 0 || status.includes(row.status))
        .filter((row) => type === null || row.card_type === type)
        .filter((row) => design === null || row.card_design === design)
        .reduce((sum, { cards }) => sum + Number(cards), 0),
  };
}

function sumBy(rows: readonly CardCount[], read: (row: CardCount) => string): FacetValue[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(read(row), (sums.get(read(row)) ?? 0) + Number(row.cards));
  return [...sums].map(([value, records]) => ({ value, records }));
}

export type TransactionFacets = { statuses: string[]; currencies: string[] };

/** The recursive query looks up each currency once instead of scanning all transactions. */
export async function readTransactionFacets(): Promise<TransactionFacets> {
  const db = await pool();
  const [statuses, currencies] = await Promise.all([
    db.query<{ value: string }>(
      "select distinct status as value from transaction_days where transactions > 0",
    ),
    db.query<{ value: string }>(
      `with recursive known (value) as (
         (select currency from indexed_transactions order by currency limit 1)
         union all
         select (select currency from indexed_transactions where currency > known.value order by currency limit 1)
         from known where known.value is not null
       )
       select value from known where value is not null limit 200`,
    ),
  ]);
  return {
    statuses: statuses.rows.map(({ value }) => value),
    currencies: currencies.rows.map(({ value }) => value),
  };
}

export type DailyTotalsFilter = {
  status: readonly string[];
  billCurrency: string | null;
  from: IsoDate | null;
  to: IsoDate | null;
};

export async function countTransactions(counted: DailyTotalsFilter): Promise<number> {
  const db = await pool();
  const conditions = dayConditions(counted);
  const { rows } = await db.query<{ total: string }>(
    `select coalesce(sum(transactions), 0) as total from transaction_days where ${conditions}`,
    conditions.values,
  );
  return Number(rows[0]?.total ?? 0);
}

/** For `transaction_days`, which has totals by UTC day, status and billing currency. */
export function dayConditions({ status, billCurrency, from, to }: DailyTotalsFilter): Conditions {
  const conditions = new Conditions();
  conditions.addAny("status", status);
  conditions.add("bill_currency = ?", billCurrency);
  conditions.add("day >= ?::date", from);
  conditions.add("day <= ?::date", to);
  return conditions;
}
