import "server-only";
import { randomUUID } from "node:crypto";
import { pool } from "@/lib/db/database";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { applyRules } from "./apply-rules";
import { compareDay } from "./compare-day";
import { readSettlements } from "./read-settlements";

const LEASE_SECONDS = 120;

type Due = { day: IsoDate; fileId: string; holder: string };

/** Reads new settlement files, then compares every day that they or a changed transaction concern. */
export async function reconcile(): Promise<void> {
  const hasRead = await readSettlements();
  await markDaysWithNewFees();
  let compared = 0;
  for (let due = await claim(); due; due = await claim()) {
    await compare(due);
    compared += 1;
  }
  // For a rule that was made while a day was compared: neither saw the other.
  if (compared > 0) await applyRules(await pool(), {});
  if (hasRead || compared > 0) await publish(["reconciliation"]);
}

/** The newest fee reports of a day `d`, in the order of their types. */
const FEE_FILES = `array(
  select (select f.id from report_requests r join report_files f on f.id = r.file_id
          where r.type = types.type and r.date = d.day and r.state = 'captured' order by f.completed_at desc, f.id limit 1)
  from unnest(array['fee', 'dailyTransactionFee']) as types (type))`;

async function markDaysWithNewFees(): Promise<void> {
  await (await pool()).query(
    `insert into reconciliation_changes (day)
     select d.day from reconciliation_days d where d.compared_at is not null and d.fee_files is distinct from ${FEE_FILES}
       and not exists (select from reconciliation_changes c where c.day = d.day)`,
  );
}

/** The newest day first: people look at it. */
async function claim(): Promise<Due | null> {
  const holder = randomUUID();
  const { rows } = await (await pool()).query<Omit<Due, "holder">>(
    `update reconciliation_days set holder = $1, lease_until = now() + $2 * interval '1 second'
     where day = (
       select day from reconciliation_days d
       where (lease_until is null or lease_until < now())
         and exists (select from reconciliation_changes c where c.day = d.day)
       order by day desc limit 1 for update skip locked
     )
     returning to_char(day, 'YYYY-MM-DD') as day, file_id as "fileId"`,
    [holder, LEASE_SECONDS],
  );
  return rows[0] ? { ...rows[0], holder } : null;
}

/** A change that arrives in between leaves the day due. No lock is held on the day, so that nobody waits for it. */
async function compare({ day, fileId, holder }: Due): Promise<void> {
  await inTransaction(await pool(), async (client) => {
    await client.query("delete from reconciliation_changes where day = $1", [day]);
    const { rows } = await client.query<{ files: string[] }>(
      `select ${FEE_FILES} as files from reconciliation_days d where day = $1`,
      [day],
    );
    const result = await compareDay(client, { day, fileId });
    const { rowCount } = await client.query(
      `update reconciliation_days
       set result = $4, fee_files = $5, compared_at = now(), holder = null, lease_until = null
       where day = $1 and holder = $2 and file_id = $3`,
      [day, holder, fileId, JSON.stringify(result), rows[0]?.files],
    );
    if (rowCount === 0) throw new DayTakenError();
  }).catch((error) => {
    if (!(error instanceof DayTakenError)) throw error;
  });
}

/** Another file became the source of the day, or another instance compares it; this comparison is undone. */
class DayTakenError extends Error {
  override name = "DayTakenError";
}
