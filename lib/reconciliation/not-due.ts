import "server-only";
import type pg from "pg";
import type { NotDue } from "@/lib/domain/reconciliation/not-due";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { MISSING_EVENTS } from "./compare-day";

const MAX_LISTED = 200;

/** What the days of a period still wait for, the oldest expectation first. */
export async function listNotDue(
  db: pg.Pool | pg.ClientBase,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<NotDue[]> {
  const { rows } = await db.query<NotDue>(
    `select m.id as "transactionId", m.event, to_char(m.made_on, 'YYYY-MM-DD') as "madeOn",
            to_char(m.due, 'YYYY-MM-DD') as due, (m.sign * m.bill_amount)::text as amount, m.bill_currency as currency,
            (select to_char(min(here.day), 'YYYY-MM-DD')
             from generate_series(m.made_on, m.due, interval '1 day') as here (day)
             where not exists (select from reconciliation_days f where f.day = here.day)) as "missingFile"
     from reconciliation_days d cross join lateral (${MISSING_EVENTS.replaceAll("$1", "d.day")}) m
     where d.day between $1 and $2 and (d.result ->> 'waiting')::int > 0 and not m.is_overdue
     order by m.due, m.id, m.event limit ${MAX_LISTED}`,
    [from, to],
  );
  return rows;
}
