import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { areAllAcknowledged, leftOfDays, openPointsOf } from "@/lib/domain/reconciliation/open-points";
import { dayPeriod, type Period, periodName } from "@/lib/domain/reconciliation/period";
import type { SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { failure, type Result, success } from "@/lib/domain/result";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { fingerprintOf, readEvidence } from "./evidence";
import { findObstacle, findReopenObstacle, listSignableDays, lockPeriod } from "./find-obstacle";

type Reader = pg.Pool | pg.ClientBase;

/** What a person saw, and the points of it that are open and were ticked. */
export type Seen = { seen: string; acknowledged: readonly string[] };

/** The evidence, if the period can be signed off, is what the person saw, and all that is open was acknowledged. */
export async function readSignable(
  db: Reader,
  { period, seen, acknowledged, requestId }: Seen & { period: Period; requestId: string },
): Promise<Result<SignOffEvidence>> {
  const evidence = await readEvidence(db, period);
  const obstacle = await findObstacle(db, period, evidence);
  if (obstacle) return failure({ code: "refused", message: obstacle, requestId, retry: "never" });
  if (fingerprintOf(evidence) !== seen) return changedSince(period, requestId);
  return areAllAcknowledged(openPointsOf(evidence), acknowledged) ? success(evidence) : leftOpen(requestId);
}

type NewSignOff = Seen & { id: string; period: Period; personId: string; requestId: string };

/** A stale sign-off of the same period ends with it. The second person is the one who approved the request. */
export async function sign(
  client: pg.ClientBase,
  { id, period, seen, acknowledged, personId, requestId }: NewSignOff,
): Promise<Result<SignOffEvidence>> {
  await lockPeriod(client, period);
  const evidence = await readSignable(client, { period, seen, acknowledged, requestId });
  if (evidence.ok) await insertSignOff(client, { id, period, personId, evidence: evidence.data });
  return evidence;
}

type SignedDay = { id: string; day: IsoDate; evidence: SignOffEvidence };

/** Signs off the days of a month in sequence, up to the first that can't be, if the month is what the person saw. */
export async function signDays(
  client: pg.ClientBase,
  { month, seen, acknowledged, personId, requestId }: Omit<NewSignOff, "id" | "period"> & { month: Period },
): Promise<Result<SignedDay[]>> {
  await lockPeriod(client, month);
  const ofMonth = await readEvidence(client, month);
  if (fingerprintOf(ofMonth) !== seen) return changedSince(month, requestId);
  const days = await listSignableDays(client, month, ofMonth);
  const points = openPointsOf(leftOfDays(ofMonth, days));
  if (days.length > 0 && !areAllAcknowledged(points, acknowledged)) return leftOpen(requestId);
  const signed: SignedDay[] = [];
  for (const day of days) {
    const period = dayPeriod(day);
    const evidence = await readEvidence(client, period);
    if (await findObstacle(client, period, evidence)) break;
    const id = randomUUID();
    await insertSignOff(client, { id, period, personId, evidence });
    signed.push({ id, day, evidence });
  }
  if (signed.length > 0) return success(signed);
  return failure({
    code: "refused",
    message: `No day of ${periodName(month)} can be signed off now.`,
    requestId,
    retry: "never",
  });
}

type StoredSignOff = { id: string; period: Period; personId: string; evidence: SignOffEvidence };

async function insertSignOff(
  client: pg.ClientBase,
  { id, period, personId, evidence }: StoredSignOff,
): Promise<void> {
  await client.query(
    `update sign_offs set reopened_at = now(), reopened_by = $3, reopen_reason = 'Signed off again'
     where period = $1 and date = $2 and reopened_at is null`,
    [period.kind, period.from, personId],
  );
  await client.query(
    `insert into sign_offs (id, period, date, person_id, second_person_id, evidence)
     values ($1, $2, $3, $4, (select decided_by from approval_requests where id = $1 and state = 'approved'), $5)`,
    [id, period.kind, period.from, personId, JSON.stringify(evidence)],
  );
}

function leftOpen(requestId: string) {
  const message =
    "Nothing was signed off: something is open that you didn’t tick. Check what is listed, and tick each point.";
  return failure({ code: "refused", message, requestId, retry: "never" });
}

function changedSince(period: Period, requestId: string) {
  const message = `${periodName(period)} changed since the page was loaded. Nothing was signed off: check it and sign it off again.`;
  return failure({ code: "conflict", message, requestId, retry: "never" });
}

type Reopening = { period: Period; reason: string; personId: string; requestId: string };

export async function reopen(
  client: pg.ClientBase,
  { period, reason, personId, requestId }: Reopening,
): Promise<Result<null>> {
  await lockPeriod(client, period);
  const obstacle = await findReopenObstacle(client, period);
  if (obstacle) return failure({ code: "refused", message: obstacle, requestId, retry: "never" });
  await client.query(
    `update sign_offs set reopened_at = now(), reopened_by = $3, reopen_reason = $4
     where period = $1 and date = $2 and reopened_at is null`,
    [period.kind, period.from, personId, reason],
  );
  return success(null);
}
