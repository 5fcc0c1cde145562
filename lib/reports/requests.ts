import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { ReportOrigin } from "@/lib/domain/reports/coverage";
import { formatPeriod, type ReportState, reportName } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";

type Client = pg.Pool | pg.ClientBase;

export type ReportRequest = {
  id: string;
  type: ReportType;
  date: IsoDate;
  personId: string;
  state: ReportState;
  asks: number;
  /** Failed attempts since it was queued. */
  tries: number;
  origin: ReportOrigin;
  /** How often a schedule has requested it again. */
  scheduleTries: number;
};

/** The start of the entry in a report's history when a person requests it again. */
export const REQUESTED_AGAIN = "Requested again by";

export const REQUEST_COLUMNS = `id, type, to_char(date, 'YYYY-MM-DD') as date, person_id as "personId", state, asks, tries, origin,
  schedule_tries as "scheduleTries"`;

/** Queues a request that is due immediately. Returns false if there is one with this ID. */
export async function insertRequest(
  client: Client,
  { id, type, date, personId }: Pick<ReportRequest, "id" | "type" | "date" | "personId">,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into report_requests (id, type, date, person_id, state, ask_at)
     values ($1, $2, $3, $4, 'queued', now()) on conflict (id) do nothing`,
    [id, type, date, personId],
  );
  return Boolean(rowCount);
}

const MISSING_LOCK = 7_203_121;

type MissingReports = Pick<ReportRequest, "type" | "personId"> & {
  dates: readonly IsoDate[];
  origin: Exclude<ReportOrigin, "person">;
  batchId?: string;
};

/** Queues those periods that are neither here nor on their way. Needs the caller's transaction. */
export async function insertMissing(
  client: pg.ClientBase,
  { type, personId, dates, origin, batchId }: MissingReports,
): Promise<string[]> {
  if (dates.length === 0) return [];
  await client.query(`select pg_advisory_xact_lock(${MISSING_LOCK})`);
  const { rows } = await client.query<{ id: string }>(
    `insert into report_requests (id, type, date, person_id, state, ask_at, origin, batch_id)
     select period.id, $1, period.date, $2, 'queued', now(), $5, $6
     from unnest($3::uuid[], $4::date[]) as period (id, date)
     where not exists (
       select from report_requests r
       where r.type = $1 and r.date = period.date and r.state not in ('failed', 'withdrawn')
     )
     on conflict do nothing returning id`,
    [type, personId, dates.map(() => randomUUID()), dates, origin, batchId ?? null],
  );
  return rows.map(({ id }) => id);
}

export async function findRequest(client: Client, id: string): Promise<ReportRequest | null> {
  const { rows } = await client.query<ReportRequest>(
    `select ${REQUEST_COLUMNS} from report_requests where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Held while deliveries are matched (shared) and while a reference is stored, so that a delivery which arrives before
 * its reference is either matched or found by it.
 */
const REFERENCES_LOCK = 7_203_119;

export async function lockReferences(client: pg.ClientBase, mode: "match" | "store"): Promise<void> {
  await client.query(`select pg_advisory_xact_lock${mode === "match" ? "_shared" : ""}(${REFERENCES_LOCK})`);
}

type Transition = {
  from: readonly ReportState[];
  to: ReportState;
  /** For the report's history. */
  message: string;
  /** Shown next to the state; none by default. */
  reason?: string | null;
  requestAt?: Date | null;
  /** Set when a person requests the report again, so that earlier requests don't count. */
  resetAsks?: boolean;
};

/** Returns false if the request is no longer in one of the `from` states. Needs the caller's transaction. */
export async function transitionRequest(
  client: pg.ClientBase,
  id: string,
  transition: Transition,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update report_requests set
       state = $3, reason = $4, ask_at = $5, asking_until = null,
       asks = case when $6 then 0 else asks end,
       tries = 0,
       state_since = case when state = $3 then state_since else now() end
     where id = $1 and state = any($2)`,
    [
      id,
      transition.from,
      transition.to,
      transition.reason ?? null,
      transition.requestAt ?? null,
      transition.resetAsks ?? false,
    ],
  );
  if (!rowCount) return false;
  await client.query("insert into report_history (request_id, state, message) values ($1, $2, $3)", [
    id,
    transition.to,
    transition.message,
  ]);
  return true;
}

/** Whoever requests a scheduled report again is told about it, as about a request of their own. */
export async function takeOverFromSchedule(
  client: pg.ClientBase,
  id: string,
  personId: string,
): Promise<void> {
  await client.query(
    "update report_requests set origin = 'person', person_id = $2 where id = $1 and origin = 'schedule'",
    [id, personId],
  );
}

/** Needs the caller's transaction. */
export async function notifyRequester(
  client: pg.ClientBase,
  { id, type, date, personId }: ReportRequest,
  kind: "report-captured" | "report-failed",
): Promise<void> {
  const what = `${reportName(type)}, ${formatPeriod(type, date)}`;
  const title = kind === "report-captured" ? `${what}: ready` : `${what}: failed`;
  await client.query("insert into notifications (person_id, kind, title, href) values ($1, $2, $3, $4)", [
    personId,
    kind,
    title,
    `/reports/${id}`,
  ]);
}

export function topicsOf({ id, personId }: Pick<ReportRequest, "id" | "personId">): string[] {
  return ["reports", `reports:${id}`, `person:${personId}`, "attention"];
}
