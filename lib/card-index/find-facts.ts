import "server-only";
import { pool } from "@/lib/db/database";
import type { SettledEvent, TransactionFacts } from "@/lib/domain/cards/transaction-facts";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** Refunds give fees back, and come with an effect of their own. */
const NET_FEES =
  "case when num_nonnulls(fees, refunded_fees) > 0 then coalesce(fees, 0) - coalesce(refunded_fees, 0) end";
const NET_EFFECT =
  "case when num_nonnulls(effect, refunded_effect) > 0 then coalesce(effect, 0) + coalesce(refunded_effect, 0) end";

type FactsRow = Omit<TransactionFacts, "clearedAt" | "refundedAt"> & {
  id: string;
  cleared_at: Date | null;
  refunded_at: Date | null;
};

type FactsOptions = { withEffect: boolean };

/** By transaction ID; a transaction that no settlement file has is left out. */
export async function findFacts(
  ids: readonly string[],
  { withEffect }: FactsOptions,
): Promise<Map<string, TransactionFacts>> {
  const { rows } = await (await pool()).query<FactsRow>(
    `select transaction_id as id, merchant, cleared_at, refunded_at, (${NET_FEES})::text as fees,
            (${NET_EFFECT})::text as effect, currency
     from transaction_facts where transaction_id = any($1)`,
    [ids],
  );
  return new Map(
    rows.map(({ id, cleared_at, refunded_at, ...facts }) => [
      id,
      {
        ...facts,
        clearedAt: cleared_at?.toISOString() ?? null,
        refundedAt: refunded_at?.toISOString() ?? null,
        effect: withEffect ? facts.effect : null,
      },
    ]),
  );
}

/** The rows of settlement files that the facts come from, by transaction ID and in the order of their events. */
export async function findSettledEvents(
  ids: readonly string[],
): Promise<Map<string, readonly (SettledEvent & { reportId: string })[]>> {
  type Row = Pick<SettledEvent, "event" | "fees" | "effect"> & {
    id: string;
    at: Date;
    report_id: string;
    type: string;
    date: IsoDate;
    row: string;
  };
  const { rows } = await (await pool()).query<Row>(
    `select f.transaction_id as id, e.event, e.at, e.fees::text, e.effect::text, r.id as report_id, r.type,
            to_char(r.date, 'YYYY-MM-DD') as date, e.row + 1 as row
     from transaction_facts f
     cross join lateral (values
       ('clearing', f.cleared_at, f.fees, f.effect, f.cleared_file_id, f.cleared_row),
       ('refund', f.refunded_at, f.refunded_fees, f.refunded_effect, f.refunded_file_id, f.refunded_row)
     ) as e (event, at, fees, effect, file_id, row)
     join report_files on report_files.id = e.file_id
     join report_requests r on r.id = report_files.request_id
     where f.transaction_id = any($1)
     order by e.event`,
    [ids],
  );
  const events = new Map<string, (SettledEvent & { reportId: string })[]>();
  for (const { id, event, at, fees, effect, report_id, type, date, row } of rows)
    events.set(id, [
      ...(events.get(id) ?? []),
      {
        event,
        at: at.toISOString(),
        fees,
        effect,
        source: { type, date, row: Number(row) },
        reportId: report_id,
      },
    ]);
  return events;
}
