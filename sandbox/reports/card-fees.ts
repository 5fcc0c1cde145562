import { currencyDecimals } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { FEES } from "@/sandbox/domain/fees";
import { hourlyWindows } from "./hourly-windows";
import type { Cell, Report, ReportSource } from "./report";

type Item = { at: Date; item: string; card_id: string; card_type: string; fee: string };

const CARDS_PER_BATCH = 5000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const ISSUED = `
  select created as at, 'CARD_ISSUANCE' as item, id as card_id, card_type,
         case card_type when 'physical' then $3::numeric else $4::numeric end as fee
  from cards where created >= $1 and created < $2
  union all
  select r.reissued_at, 'CARD_REISSUE', r.card_id, c.card_type, $5::numeric
  from reissues r join cards c on c.id = r.card_id
  where r.is_shipped and r.reissued_at >= $1 and r.reissued_at < $2
  order by at, card_id, item`;

const MAINTAINED = `
  select id as card_id, card_type, $3::numeric as fee from cards
  where id > $1 and created < $2 and expiry_date >= ($2 at time zone 'utc')::date
  order by id limit ${CARDS_PER_BATCH}`;

/** `monthlyNonTransactionFees`: maintenance of every card on the first of the month, card issuance, and shipped reissues. */
export function cardFees(source: ReportSource): Report {
  return {
    columns: ["charged_at", "item", "card_id", "card_type", "fee_amount", "fee_currency"],
    batches: batches(source),
  };
}

async function* batches(source: ReportSource): AsyncGenerator<Cell[][]> {
  const decimals = currencyDecimals(source.currency);
  const toRow = (item: Item): Cell[] => [
    formatTimestamp(item.at),
    item.item,
    item.card_id,
    item.card_type,
    Number(item.fee).toFixed(decimals),
    source.currency,
  ];
  for await (const items of maintenance(source)) yield items.map(toRow);
  for (const { start, end } of hourlyWindows(source)) {
    const fees = [FEES.physicalIssuance, FEES.virtualIssuance, FEES.physicalReissue];
    const { rows } = await source.db.query<Item>(ISSUED, [start, end, ...fees]);
    yield rows.map(toRow);
  }
}

async function* maintenance({ db, from }: ReportSource): AsyncGenerator<Item[]> {
  let after = FIRST_ID;
  for (;;) {
    const { rows } = await db.query<Omit<Item, "at" | "item">>(MAINTAINED, [
      after,
      from,
      FEES.monthlyMaintenance,
    ]);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({ ...row, at: from, item: "CARD_MAINTENANCE" }));
    after = last.card_id;
  }
}
