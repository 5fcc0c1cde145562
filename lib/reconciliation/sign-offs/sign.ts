import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { dayPeriod, type Period, periodName } from "@/lib/domain/reconciliation/period";
import type { SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { failure, type Result, success } from "@/lib/domain/result";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { fingerprintOf, readEvidence } from "./evidence";
import { findObstacle, findReopenObstacle, listSignableDays, lockPeriod } from "./find-obstacle";

type Reader = pg.Pool | pg.ClientBase;

/** The evidence, if the period can be signed off and is what the person saw. */
export async function readSignable(
  db: Reader,
  { period, seen, requestId }: { period: Period; seen: string; requestId: string },
): Promise<Result<SignOffEvidence>> {
  const evidence = await readEvidence(db, period);
  const obstacle = await findObstacle(db, period, evidence);
  if (obstacle) return failure({ code: "refused", message: obstacle, requestId, retry: "never" });
  return fingerprintOf(evidence) === seen ? success(evidence) : changedSince(period, requestId);
}

type NewSignOff = { id: string; period: Period; seen: string; personId: string; requestId: string };

/** A stale sign-off of the same period ends with it. The second person is the one who approved the request. */
export async function sign(
  client: pg.ClientBase,
  { id, period, seen, personId, requestId }: NewSignOff,
): Promise<Result<SignOffEvidence>> {
  await lockPeriod(client, period);
  const evidence = await readSignable(client, { period, seen, requestId });
  if (evidence.ok) await insertSignOff(client, { id, period, personId, evidence: evidence.data });
  return evidence;
}

type SignedDay = { id: string; day: IsoDate; evidence: SignOffEvidence };

/** Signs off the days of a month in sequence, up to the first that can't be, if the month is what the person saw. */
export async function signDays(
  client: pg.ClientBase,
  { month, seen, personId, requestId }: Omit<NewSignOff, "id" | "period"> & { month: Period },
): Promise<Result<SignedDay[]>> {
  await lockPeriod(client, month);
  if (fingerprintOf(await readEvidence(client, month)) !== seen) return changedSince(month, requestId);
  const signed: SignedDay[] = [];
  for (const day of await listSignableDays(client, month)) {
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
