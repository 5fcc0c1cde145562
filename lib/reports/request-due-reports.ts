import "server-only";
import { database } from "@/lib/db/database";
import { IS_RESTORED_COPY } from "@/lib/db/restored-copy";
import { formatCount } from "@/lib/domain/money/numbers";
import { OVERDUE_AFTER_MINUTES } from "@/lib/domain/reports/report";
import { isReportAvailable, reportAvailableFrom } from "@/lib/domain/reports/report-calendar";
import { startOfDay, toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { inTransaction } from "@/lib/postgres/open-database";
import { beginAsk, deleteAsk, storeReference } from "./asks";
import { isReference } from "./match-delivery";
import { lockReferences, REQUEST_COLUMNS, type ReportRequest, topicsOf, transitionRequest } from "./requests";
import { tellAboutFailure } from "./subscriptions";

/**
 * Requests of a schedule or of many at once wait while this many files are on their way, because a link that isn't
 * downloaded within five minutes expires.
 */
const MAX_ON_THEIR_WAY = 8;
const PACE_MS = 1_000;
/** SQL: whether another of these requests may be sent. One whose event is overdue no longer holds up the others. */
const HAS_ROOM = `(
  select count(*) from report_requests r
  where r.state in ('requested', 'link-received') and r.state_since > now() - interval '${OVERDUE_AFTER_MINUTES} minutes'
) < ${MAX_ON_THEIR_WAY}`;

/** Longer than any call takes, so an older claim belongs to a dead process. */
export const CLAIM_SECONDS = 150;
type RetryPolicy = { minDelayMs: number; maxDelayMs: number; maxAttempts: number };
/** About a day in total. */
const UNREACHABLE: RetryPolicy = { minDelayMs: 30_000, maxDelayMs: 900_000, maxAttempts: 100 };
/** About five days in total: the report is due by our clock, but the issuer says that it is too early. */
const DISAGREEMENT: RetryPolicy = { minDelayMs: 600_000, maxDelayMs: 21_600_000, maxAttempts: 25 };
/** The sandbox's clock can be moved at any time, so requests are retried often and without a limit. */
const SANDBOX: RetryPolicy = {
  minDelayMs: 2_000,
  maxDelayMs: 15_000,
  maxAttempts: Number.POSITIVE_INFINITY,
};

const TOO_EARLY = /too (recent|early)|not yet available|two days/i;

/** Sends all due requests, or only one. Returns whether any was sent. */
export async function requestDueReports(onlyId: string | null = null): Promise<boolean> {
  let hasRequested = false;
  for (;;) {
    const request = await claimRequest(onlyId);
    if (!request) return hasRequested;
    hasRequested = true;
    await sendRequest(request);
    if (onlyId) return true;
  }
}

/** Null if nothing is queued. */
export async function nextRequestAt(): Promise<Date | null> {
  const { pool } = await database();
  const { rows } = await pool.query<{ at: Date | null }>(
    `select min(greatest(ask_at, asking_until, case when origin <> 'person' and not room.is_free
         then now() + ${PACE_MS} * interval '1 millisecond' end)) as at
     from report_requests, (select ${HAS_ROOM} as is_free) room
     where state = 'queued' and not ${IS_RESTORED_COPY}`,
  );
  return rows[0]?.at ?? null;
}

async function claimRequest(onlyId: string | null): Promise<ReportRequest | null> {
  const { pool } = await database();
  const { rows } = await pool.query<ReportRequest>(
    `update report_requests set asking_until = now() + interval '${CLAIM_SECONDS} seconds'
     where id = (
       select id from report_requests
       where state = 'queued' and ask_at <= now() and coalesce(asking_until, '-infinity') < now()
         and not ${IS_RESTORED_COPY} and ($1::uuid is null or id = $1) and (origin = 'person' or ${HAS_ROOM})
       order by ask_at, id limit 1 for update skip locked
     )
     returning ${REQUEST_COLUMNS}`,
    [onlyId],
  );
  return rows[0] ?? null;
}

async function sendRequest(request: ReportRequest): Promise<void> {
  const isTooSoon = !isReportAvailable(request.type, request.date, toIsoDate(new Date()));
  if (isTooSoon && env().mode === "live")
    return requeue(request, availableAt(request), notAvailableMessage(request));
  const { pool } = await database();
  const askId = await beginAsk(pool, request.id);
  const response = await issuer().requestFile(request.type, request.date);
  if (!response.ok) {
    if (!mayBeProcessed(response.failure)) await deleteAsk(pool, askId);
    return handleFailure(request, response.failure);
  }
  const { reference_id: referenceId } = response.data;
  if (isReference(referenceId)) return recordReference(request, askId, referenceId);
  await fail(request, "The issuer’s response has an invalid report reference.");
}

/** Whether the issuer may prepare the file and send its event although the request failed. */
function mayBeProcessed({ kind, mayHaveArrived }: IssuerFailure): boolean {
  return mayHaveArrived && (kind === "unavailable" || kind === "broken-contract");
}

/** Exported for tests. */
export async function recordReference(
  request: ReportRequest,
  askId: string,
  referenceId: string,
): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    await lockReferences(client, "store");
    await client.query("update report_requests set asks = asks + 1 where id = $1", [request.id]);
    await storeReference(client, askId, referenceId);
    await transitionRequest(client, request.id, {
      from: ["queued"],
      to: "requested",
      message: request.asks === 0 ? "Requested from the issuer." : "Requested from the issuer again.",
    });
    // The webhook event can arrive before the response with its reference.
    await client.query(
      `update webhook_deliveries set processed_at = null, effect = null, effect_message = null
       where reference_id = $1 and effect = 'unmatched'`,
      [referenceId],
    );
  });
  await publish(topicsOf(request));
}

async function handleFailure(request: ReportRequest, failure: IssuerFailure): Promise<void> {
  if (failure.kind === "refused" && isTooEarly(request, failure)) return waitUntilAvailable(request);
  if (failure.kind === "unavailable" || failure.kind === "rate-limited") {
    const reason = `${failure.message} We’ll try again automatically.`;
    return retryLater(request, UNREACHABLE, reason, failure.message, failure.retryAfterMs ?? 0);
  }
  await fail(
    request,
    failure.kind === "refused"
      ? `The issuer rejected the request: ${failure.issuerMessage}`
      : failure.message,
  );
}

async function waitUntilAvailable(request: ReportRequest): Promise<void> {
  const at = availableAt(request);
  const isSandbox = env().mode === "sandbox";
  if (!isSandbox && at.getTime() > Date.now()) return requeue(request, at, notAvailableMessage(request));
  const finalReason = "The issuer still says that this report isn’t available yet.";
  await retryLater(request, isSandbox ? SANDBOX : DISAGREEMENT, notAvailableMessage(request), finalReason);
}

/** Exponential backoff; after the last attempt the request fails, and a person can request the report again. */
async function retryLater(
  request: ReportRequest,
  { minDelayMs, maxDelayMs, maxAttempts }: RetryPolicy,
  reason: string,
  finalReason: string,
  retryAfterMs = 0,
): Promise<void> {
  const attempts = request.tries + 1;
  if (attempts >= maxAttempts)
    return fail(request, `${finalReason} We tried ${formatCount(attempts)} times.`);
  const delayMs = Math.max(retryAfterMs, Math.min(minDelayMs * 2 ** (attempts - 1), maxDelayMs));
  await requeue(request, new Date(Date.now() + delayMs), reason);
}

async function fail(request: ReportRequest, reason: string): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    const isTransitioned = await transitionRequest(client, request.id, {
      from: ["queued"],
      to: "failed",
      message: reason,
      reason,
    });
    if (isTransitioned) await tellAboutFailure(client, request);
  });
  await publish(topicsOf(request));
}

function isTooEarly(
  { type, date }: ReportRequest,
  { issuerMessage }: Extract<IssuerFailure, { kind: "refused" }>,
): boolean {
  return TOO_EARLY.test(issuerMessage) || !isReportAvailable(type, date, toIsoDate(new Date()));
}

async function requeue(request: ReportRequest, requestAt: Date, reason: string): Promise<void> {
  const { pool } = await database();
  const { rows } = await pool.query<{ was: string | null }>(
    `with before as (select reason from report_requests where id = $1)
     update report_requests set ask_at = $2, asking_until = null, reason = $3, tries = tries + 1
     where id = $1 and state = 'queued' returning (select reason from before) as was`,
    [request.id, requestAt, reason],
  );
  if (rows.length === 0 || rows[0]?.was === reason) return;
  await pool.query("insert into report_history (request_id, state, message) values ($1, 'queued', $2)", [
    request.id,
    reason,
  ]);
  await publish(topicsOf(request));
}

function availableAt({ type, date }: ReportRequest): Date {
  return startOfDay(reportAvailableFrom(type, date));
}

function notAvailableMessage({ type, date }: ReportRequest): string {
  return `Available from ${formatDay(reportAvailableFrom(type, date))}, 00:00 UTC. We’ll request it automatically then.`;
}
