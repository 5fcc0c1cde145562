import "server-only";
import type pg from "pg";
import { type Period, periodName } from "@/lib/domain/reconciliation/period";
import type { SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { type ErrorCode, failure, type Result, success } from "@/lib/domain/result";
import { fingerprintOf, readEvidence } from "./evidence";
import { findObstacle, findReopenObstacle, lockPeriod } from "./find-obstacle";

type Reader = pg.Pool | pg.ClientBase;

/** The evidence, if the period can be signed off and is what the person saw. */
export async function readSignable(
  db: Reader,
  { period, seen, requestId }: { period: Period; seen: string; requestId: string },
): Promise<Result<SignOffEvidence>> {
  const reject = (code: ErrorCode, message: string) =>
    failure({ code, message, requestId, retry: "never" } as const);
  const evidence = await readEvidence(db, period);
  const obstacle = await findObstacle(db, period, evidence);
  if (obstacle) return reject("refused", obstacle);
  if (fingerprintOf(evidence) !== seen)
    return reject(
      "conflict",
      `${periodName(period)} changed since the page was loaded. Nothing was signed off: check it and sign it off again.`,
    );
  return success(evidence);
}

type NewSignOff = { id: string; period: Period; seen: string; personId: string; requestId: string };

/** A stale sign-off of the same period ends with it. The second person is the one who approved the request. */
export async function sign(
  client: pg.ClientBase,
  { id, period, seen, personId, requestId }: NewSignOff,
): Promise<Result<SignOffEvidence>> {
  await lockPeriod(client, period);
  const evidence = await readSignable(client, { period, seen, requestId });
  if (!evidence.ok) return evidence;
  await client.query(
    `update sign_offs set reopened_at = now(), reopened_by = $3, reopen_reason = 'Signed off again'
     where period = $1 and date = $2 and reopened_at is null`,
    [period.kind, period.from, personId],
  );
  await client.query(
    `insert into sign_offs (id, period, date, person_id, second_person_id, evidence)
     values ($1, $2, $3, $4, (select decided_by from approval_requests where id = $1 and state = 'approved'), $5)`,
    [id, period.kind, period.from, personId, JSON.stringify(evidence.data)],
  );
  return evidence;
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
