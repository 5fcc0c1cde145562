import "server-only";
import { database } from "@/lib/db/database";
import { startOfDay, toIsoDate } from "@/lib/domain/calendar";
import { formatCount } from "@/lib/domain/numbers";
import { dayWords } from "@/lib/domain/report";
import { isReportAvailable, reportAvailableFrom } from "@/lib/domain/report-calendar";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { inTransaction } from "@/lib/postgres/open-database";
import { isReference } from "./match-delivery";
import { moveRequest, notifyAsker, REQUEST_COLUMNS, type ReportRequest, topicsOf } from "./requests";

/** Longer than any call may take: whoever holds a request for longer is gone. */
const ASKING_SECONDS = 150;
type Patience = { firstPauseMs: number; longestPauseMs: number; mostTries: number };
/** About a day: 30 seconds at first, a quarter of an hour in the end. */
const UNREACHABLE: Patience = { firstPauseMs: 30_000, longestPauseMs: 900_000, mostTries: 100 };
/** About five days. By our calendar it is time and the issuer says it is not: one of the two clocks is off. */
const DISAGREEMENT: Patience = { firstPauseMs: 600_000, longestPauseMs: 21_600_000, mostTries: 25 };
/** The sandbox's clock can be moved at any moment, so it is asked often, and for as long as the request waits. */
const SANDBOX: Patience = {
  firstPauseMs: 2_000,
  longestPauseMs: 15_000,
  mostTries: Number.POSITIVE_INFINITY,
};

const TOO_EARLY = /too (recent|early)|not yet available|two days/i;

/** Asks the issuer for what is queued and due, or for one request. Says whether anything was asked. */
export async function askDue(onlyId: string | null = null): Promise<boolean> {
  let hasAsked = false;
  for (;;) {
    const request = await take(onlyId);
    if (!request) return hasAsked;
    hasAsked = true;
    await ask(request);
    if (onlyId) return true;
  }
}

/** When the next queued request is due; null when none is. */
export async function nextAskAt(): Promise<Date | null> {
  const { pool } = await database();
  const { rows } = await pool.query<{ at: Date | null }>(
    "select min(greatest(ask_at, asking_until)) as at from report_requests where state = 'queued'",
  );
  return rows[0]?.at ?? null;
}

async function take(onlyId: string | null): Promise<ReportRequest | null> {
  const { pool } = await database();
  const { rows } = await pool.query<ReportRequest>(
    `update report_requests set asking_until = now() + interval '${ASKING_SECONDS} seconds'
     where id = (
       select id from report_requests
       where state = 'queued' and ask_at <= now() and coalesce(asking_until, '-infinity') < now()
         and ($1::uuid is null or id = $1)
       order by ask_at, id limit 1 for update skip locked
     )
     returning ${REQUEST_COLUMNS}`,
    [onlyId],
  );
  return rows[0] ?? null;
}

async function ask(request: ReportRequest): Promise<void> {
  const isEarly = !isReportAvailable(request.type, request.date, toIsoDate(new Date()));
  if (isEarly && env().mode === "live") return stayQueued(request, availableAt(request), earlyWords(request));
  const answered = await issuer().requestFile(request.type, request.date);
  if (!answered.ok) return settleFailure(request, answered.failure);
  const { reference_id: referenceId } = answered.data;
  if (isReference(referenceId)) return noteReference(request, referenceId);
  await fail(request, "The issuer’s response has an invalid report reference.");
}

async function noteReference(request: ReportRequest, referenceId: string): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    await client.query("update report_requests set asks = asks + 1 where id = $1", [request.id]);
    await client.query(
      "insert into report_asks (reference_id, request_id) values ($1, $2) on conflict (reference_id) do nothing",
      [referenceId, request.id],
    );
    await moveRequest(client, request.id, {
      from: ["queued"],
      to: "requested",
      message: request.asks === 0 ? "Requested from the issuer." : "Requested from the issuer again.",
    });
    // An event may overtake the answer that names it.
    await client.query(
      `update webhook_deliveries set processed_at = null, effect = null, effect_message = null
       where reference_id = $1 and effect = 'unmatched'`,
      [referenceId],
    );
  });
  await publish(topicsOf(request));
}

async function settleFailure(request: ReportRequest, failure: IssuerFailure): Promise<void> {
  if (failure.kind === "refused" && isTooEarly(request, failure)) return waitForItsDay(request);
  if (failure.kind === "unavailable" || failure.kind === "rate-limited") {
    const why = `${failure.message} We’ll try again automatically.`;
    return tryLater(request, UNREACHABLE, why, failure.message, failure.retryAfterMs ?? 0);
  }
  await fail(
    request,
    failure.kind === "refused"
      ? `The issuer rejected the request: ${failure.issuerMessage}`
      : failure.message,
  );
}

async function waitForItsDay(request: ReportRequest): Promise<void> {
  const at = availableAt(request);
  const isSandbox = env().mode === "sandbox";
  if (!isSandbox && at.getTime() > Date.now()) return stayQueued(request, at, earlyWords(request));
  const lastWords = "The issuer still says that this report isn’t available yet.";
  await tryLater(request, isSandbox ? SANDBOX : DISAGREEMENT, earlyWords(request), lastWords);
}

/** Once more after a pause that grows; after the last one it has failed, and a person may ask for it again. */
async function tryLater(
  request: ReportRequest,
  { firstPauseMs, longestPauseMs, mostTries }: Patience,
  why: string,
  lastWords: string,
  leastPauseMs = 0,
): Promise<void> {
  const tries = request.tries + 1;
  if (tries >= mostTries) return fail(request, `${lastWords} We tried ${formatCount(tries)} times.`);
  const pauseMs = Math.max(leastPauseMs, Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs));
  await stayQueued(request, new Date(Date.now() + pauseMs), why);
}

async function fail(request: ReportRequest, reason: string): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    const isMoved = await moveRequest(client, request.id, {
      from: ["queued"],
      to: "failed",
      message: reason,
      reason,
    });
    if (isMoved) await notifyAsker(client, request, "report-failed");
  });
  await publish(topicsOf(request));
}

function isTooEarly(
  { type, date }: ReportRequest,
  { issuerMessage }: Extract<IssuerFailure, { kind: "refused" }>,
): boolean {
  return TOO_EARLY.test(issuerMessage) || !isReportAvailable(type, date, toIsoDate(new Date()));
}

async function stayQueued(request: ReportRequest, askAt: Date, reason: string): Promise<void> {
  const { pool } = await database();
  const { rows } = await pool.query<{ was: string | null }>(
    `with before as (select reason from report_requests where id = $1)
     update report_requests set ask_at = $2, asking_until = null, reason = $3, tries = tries + 1
     where id = $1 and state = 'queued' returning (select reason from before) as was`,
    [request.id, askAt, reason],
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

function earlyWords({ type, date }: ReportRequest): string {
  return `Available from ${dayWords(reportAvailableFrom(type, date))}, 00:00 UTC. We’ll request it automatically then.`;
}
