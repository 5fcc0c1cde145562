import "server-only";
import type pg from "pg";
import { formatCount } from "@/lib/domain/money/numbers";
import { monthOf, type Period, periodName } from "@/lib/domain/reconciliation/period";
import { MAX_EXCEPTIONS_LEFT, type SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { FEE_FILES } from "@/lib/reconciliation/fee-files";

type Reader = pg.Pool | pg.ClientBase;

type DayState = {
  day: IsoDate;
  hasFile: boolean;
  isUnclear: boolean;
  isCompared: boolean;
  isSigned: boolean;
  isStale: boolean;
};

/**
 * Why the period can't be signed off now; null if it can. Days are signed off in sequence, and a month after all its
 * days. Files exist only for days that are over, so a month whose days all have one is over, too.
 */
export async function findObstacle(
  db: Reader,
  period: Period,
  { exceptionsLeft }: Pick<SignOffEvidence, "exceptionsLeft">,
): Promise<string | null> {
  const standing = await findStanding(db, period);
  if (standing && !standing.isStale) return `${periodName(period)} is already signed off.`;
  const days = await readDays(db, monthOf(period.from));
  const obstacle = period.kind === "day" ? obstacleOfDay(days, period.from) : obstacleOfMonth(days);
  if (obstacle) return obstacle;
  if (exceptionsLeft.length > MAX_EXCEPTIONS_LEFT)
    return `More than ${formatCount(MAX_EXCEPTIONS_LEFT)} exceptions are left. Resolve some first.`;
  return null;
}

/**
 * Those of a month that can be signed off together. A day without a file holds back the month, not a day. None if more
 * exceptions are left than the month's evidence can list: nobody would see, or tick, what is open on the last days.
 */
export async function listSignableDays(
  db: Reader,
  month: Period,
  { exceptionsLeft }: Pick<SignOffEvidence, "exceptionsLeft">,
): Promise<IsoDate[]> {
  if (exceptionsLeft.length > MAX_EXCEPTIONS_LEFT) return [];
  const due = (await readDays(db, month)).filter(
    ({ hasFile, isSigned, isStale }) => hasFile && (!isSigned || isStale),
  );
  const firstPending = due.findIndex(({ isCompared }) => !isCompared);
  return due.slice(0, firstPending === -1 ? due.length : firstPending).map(({ day }) => day);
}

/** A day of a month that is signed off can't be reopened alone. */
export async function findReopenObstacle(db: Reader, period: Period): Promise<string | null> {
  if (!(await findStanding(db, period))) return `${periodName(period)} isn’t signed off.`;
  if (period.kind === "month") return null;
  const month = monthOf(period.from);
  return (await findStanding(db, month)) ? `Reopen ${periodName(month)} first.` : null;
}

async function findStanding(db: Reader, { kind, from }: Period): Promise<{ isStale: boolean } | null> {
  const { rows } = await db.query<{ isStale: boolean }>(
    `select stale_since is not null as "isStale" from sign_offs
     where period = $1 and date = $2 and reopened_at is null`,
    [kind, from],
  );
  return rows[0] ?? null;
}

function obstacleOfDay(days: readonly DayState[], day: IsoDate): string | null {
  const own = days.find((state) => state.day === day);
  if (!own?.hasFile)
    return own?.isUnclear
      ? `The settlement file of ${formatDay(day)} isn’t understood yet.`
      : `There is no settlement file of ${formatDay(day)}.`;
  if (!own.isCompared) return stillCompared(day);
  const earlier = days.find((state) => state.day < day && state.hasFile && !state.isSigned);
  return earlier ? `Sign off ${formatDay(earlier.day)} first: days are signed off in sequence.` : null;
}

function obstacleOfMonth(days: readonly DayState[]): string | null {
  const missing = days.find(({ hasFile }) => !hasFile);
  if (missing) return obstacleOfDay(days, missing.day);
  const pending = days.find(({ isCompared }) => !isCompared);
  if (pending) return stillCompared(pending.day);
  const unsigned = days.find(({ isSigned }) => !isSigned);
  if (unsigned) return `Sign off ${formatDay(unsigned.day)} first: a month is signed off after its days.`;
  const stale = days.find(({ isStale }) => isStale);
  return stale ? `${formatDay(stale.day)} changed since it was signed off. Sign it off again first.` : null;
}

function stillCompared(day: IsoDate): string {
  return `${formatDay(day)} is still being compared. Try again in a minute.`;
}

/** Every day of a month. A day is not compared while a file, a mapping, or a change is newer than its comparison. */
async function readDays(db: Reader, { from, to }: Period): Promise<DayState[]> {
  const { rows } = await db.query<DayState>(
    `select to_char(days.day, 'YYYY-MM-DD') as day, d.day is not null as "hasFile",
            exists (
              select from settlement_readings u where u.type = 'daily' and u.date = days.day and u.state = 'unclear'
            ) as "isUnclear",
            d.compared_at is not null and s.state = 'read' and coalesce(s.lease_until, '-infinity') < now()
              and d.fee_files is not distinct from ${FEE_FILES}
              and s.mapping_version is not distinct from
                (select max(version) from settlement_mappings m where m.type = s.type)
              and not exists (select from reconciliation_changes c where c.day = d.day)
              and not exists (
                select from report_requests r join report_files f on f.id = r.file_id
                where r.type = s.type and r.date = s.date and r.state = 'captured' and f.completed_at > used.completed_at
              ) as "isCompared",
            o.id is not null as "isSigned", o.stale_since is not null as "isStale"
     from generate_series($1::date, $2::date, interval '1 day') as days (day)
     left join reconciliation_days d on d.day = days.day
     left join settlement_readings s on s.file_id = d.file_id
     left join report_files used on used.id = d.file_id
     left join sign_offs o on o.period = 'day' and o.date = days.day and o.reopened_at is null
     order by days.day`,
    [from, to],
  );
  return rows;
}

/** Waits for the comparisons that are about to finish, and holds back the others until the transaction ends. */
export async function lockPeriod(client: pg.ClientBase, period: Period): Promise<void> {
  const month = monthOf(period.from);
  await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [SIGN_OFF_LOCK, month.from]);
  await client.query("select from reconciliation_days where day between $1 and $2 order by day for share", [
    month.from,
    month.to,
  ]);
}

const SIGN_OFF_LOCK = 7_203_120;
