import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { pool } from "@/lib/db/database";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { applyRules } from "./apply-rules";
import { compareDay } from "./compare-day";
import { FEE_FILES } from "./fee-files";
import { markLaterDays, readBasisOfLaterDays } from "./mark-dependent-days";
import { readFeeFiles } from "./read-fee-files";
import { readSettlements } from "./read-settlements";
import { noteCreationTimes, refreshFacts } from "./refresh-facts";
import { MONTH_FILES } from "./sign-offs/evidence";
import { markStale } from "./sign-offs/mark-stale";

/** Longer than any comparison takes, because it isn’t renewed. If its process dies, the day waits as long. */
const LEASE_SECONDS = 300;
/** Whose sign-offs are checked together, so that one change of many days is told once. */
const CHECKED_DAYS = 62;
const SERIALIZATION_FAILURE = "40001";

type Due = { day: IsoDate; fileId: string; holder: string };

/**
 * Reads new settlement files, then compares every day that they or a changed transaction concern. What the files say
 * about transactions is written afterwards, because for a large file it takes as long as the comparison.
 */
export async function reconcile(): Promise<void> {
  let hasRead = await readSettlements();
  try {
    hasRead = (await readFeeFiles()) || hasRead;
  } finally {
    // A file of fees that can't be stored, and is tried again each time, must hold up no day.
    await compareAndRefresh(hasRead);
  }
}

async function compareAndRefresh(hasRead: boolean): Promise<void> {
  try {
    await compareDays(hasRead);
  } finally {
    const hasFacts = await refreshFacts();
    await noteCreationTimes();
    if (hasFacts) await publish(["transactions"]);
  }
}

/** Every day that is due. */
export async function compareDays(hasRead: boolean): Promise<void> {
  await markDaysWithNewFees();
  await forgetDaysWithoutFile();
  // While transactions aren't synced, their rows would be found in the file only.
  const { cards, transactions } = await readIndexState();
  const compared = transactions.isComplete ? await compareDueDays(cards.isComplete) : 0;
  // For a rule that was made while a day was compared: neither saw the other.
  if (compared > 0) await applyRules(await pool(), {});
  await checkMonthsWithNewFiles();
  while (await checkSignOffs());
  if (hasRead || compared > 0) await publish(["reconciliation"]);
}

/** A month's own file is compared with no day, so nothing else would notice that it isn't the one that was signed. */
async function checkMonthsWithNewFiles(): Promise<void> {
  await (await pool()).query(
    `update reconciliation_days d set is_checked_for_sign_offs = false
     from sign_offs o
     where o.period = 'month' and o.reopened_at is null and o.stale_since is null
       and d.day = (o.date + interval '1 month - 1 day')::date and d.is_checked_for_sign_offs
       and exists (
         select from (${MONTH_FILES.replaceAll("$2", "d.day")}) of_month join report_files f using (id)
         where not o.evidence -> 'files' @> jsonb_build_array(jsonb_build_object('sha256', f.sha256))
       )`,
  );
}

/** Returns how many. */
async function compareDueDays(areCardsComplete: boolean): Promise<number> {
  let compared = 0;
  for (let due = await claim(areCardsComplete); due; due = await claim(areCardsComplete)) {
    await compare(due);
    compared += 1;
  }
  return compared;
}

/**
 * In a transaction of its own: the audit log, to which a stale sign-off is added, must not be read in a snapshot. True if
 * there was a day to look at.
 */
async function checkSignOffs(): Promise<boolean> {
  return inTransaction(await pool(), async (client) => {
    const { rows } = await client.query<{ day: IsoDate }>(
      `update reconciliation_days set is_checked_for_sign_offs = true
       where day in (
         select day from reconciliation_days where not is_checked_for_sign_offs order by day limit ${CHECKED_DAYS}
         for update skip locked
       )
       returning to_char(day, 'YYYY-MM-DD') as day`,
    );
    await markStale(
      client,
      rows.map(({ day }) => day),
    );
    return rows.length > 0;
  });
}

async function markDaysWithNewFees(): Promise<void> {
  await (await pool()).query(
    `insert into reconciliation_changes (day)
     select d.day from reconciliation_days d where d.compared_at is not null and d.fee_files is distinct from ${FEE_FILES}
       and not exists (select from reconciliation_changes c where c.day = d.day)`,
  );
}

/** A file that arrives later makes its days due by itself. */
async function forgetDaysWithoutFile(): Promise<void> {
  await (await pool()).query(
    `delete from reconciliation_changes c
     where not exists (select from reconciliation_days d where d.day = c.day)`,
  );
}

/**
 * A file is being read again, so its rows are incomplete, and any day could seem to lack one, or to differ from the
 * month's file no more. A file that is read for the first time isn't compared with anything yet.
 */
const IS_REREADING = `exists (select from settlement_readings s where s.state = 'reading' and s.read_at is not null)`;

/** The costs of cards that aren't synced would be of unknown cards, and what was found before would seem to be gone. */
const HAS_CARD_COSTS = `exists (
  select from fee_readings f where f.type = 'monthlyNonTransactionFees' and (f.question is null or f.unclear_file_id is not null)
    and f.date = (date_trunc('month', d.day) + interval '1 month - 1 day')::date)`;

/** The oldest day first: a row that its transactions lack explains a gap in the balances of a later one. */
async function claim(areCardsComplete: boolean): Promise<Due | null> {
  const holder = randomUUID();
  const { rows } = await (await pool()).query<Omit<Due, "holder">>(
    `update reconciliation_days set holder = $1, lease_until = now() + $2 * interval '1 second'
     where day = (
       select day from reconciliation_days d
       where (lease_until is null or lease_until < now())
         and exists (select from reconciliation_changes c where c.day = d.day) and not ${IS_REREADING}
         and ($3 or not ${HAS_CARD_COSTS})
       order by day limit 1 for update skip locked
     )
     returning to_char(day, 'YYYY-MM-DD') as day, file_id as "fileId"`,
    [holder, LEASE_SECONDS, areCardsComplete],
  );
  return rows[0] ? { ...rows[0], holder } : null;
}

/**
 * On one snapshot of all tables. A change that arrives in between leaves the day due. No lock is held on the day, so
 * that nobody waits for it.
 */
async function compare(due: Due): Promise<void> {
  const { day, holder } = due;
  const db = await pool();
  try {
    await inTransaction(
      db,
      (client) => compareAndStore(client, due),
      "set transaction isolation level repeatable read",
    );
  } catch (error) {
    if (!(error instanceof DayTakenError) && !isConcurrentUpdate(error)) throw error;
    await db.query(
      "update reconciliation_days set holder = null, lease_until = null where day = $1 and holder = $2",
      [day, holder],
    );
  }
}

async function compareAndStore(client: pg.ClientBase, { day, fileId, holder }: Due): Promise<void> {
  await client.query("delete from reconciliation_changes where day = $1", [day]);
  const { rows } = await client.query<{ files: string[]; isRereading: boolean }>(
    `select ${FEE_FILES} as files, ${IS_REREADING} as "isRereading" from reconciliation_days d where day = $1`,
    [day],
  );
  if (rows[0]?.isRereading !== false) throw new DayTakenError();
  const basis = await readBasisOfLaterDays(client, day);
  const result = await compareDay(client, { day, fileId });
  const { rowCount } = await client.query(
    `update reconciliation_days
     set result = $4, fee_files = $5, compared_at = now(), is_checked_for_sign_offs = false, holder = null,
         lease_until = null
     where day = $1 and holder = $2 and file_id = $3`,
    [day, holder, fileId, JSON.stringify(result), rows[0].files],
  );
  if (rowCount === 0) throw new DayTakenError();
  if (basis !== (await readBasisOfLaterDays(client, day))) await markLaterDays(client, day);
}

/** Another file became the source of the day, or another instance compares it; this comparison is undone. */
class DayTakenError extends Error {
  override name = "DayTakenError";
}

/** A row that the comparison changes was changed by somebody else after its snapshot. */
function isConcurrentUpdate(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === SERIALIZATION_FAILURE;
}
