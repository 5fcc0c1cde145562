import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { IsoDate } from "@/lib/domain/calendar";
import { periodWords, type ReportState, reportName } from "@/lib/domain/report";
import type { ReportType } from "@/lib/domain/report-calendar";

type Client = pg.Pool | pg.ClientBase;

export type ReportRequest = {
  id: string;
  type: ReportType;
  date: IsoDate;
  personId: string;
  state: ReportState;
  asks: number;
  /** How often the issuer was asked in vain since it was queued. */
  tries: number;
};

export const REQUEST_COLUMNS = `id, type, to_char(date, 'YYYY-MM-DD') as date, person_id as "personId", state, asks, tries`;

/** Writes a wish down. It is queued, to be asked for at once; whoever comes first asks. */
export async function insertRequest(
  client: Client,
  { type, date, personId }: Pick<ReportRequest, "type" | "date" | "personId">,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into report_requests (id, type, date, person_id, state, ask_at) values ($1, $2, $3, $4, 'queued', now())`,
    [id, type, date, personId],
  );
  return id;
}

export async function findRequest(client: Client, id: string): Promise<ReportRequest | null> {
  const { rows } = await client.query<ReportRequest>(
    `select ${REQUEST_COLUMNS} from report_requests where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

type Move = {
  from: readonly ReportState[];
  to: ReportState;
  /** For its history. */
  message: string;
  /** Stands beside the state; none by default. */
  reason?: string | null;
  askAt?: Date | null;
  /** A person wishes for it anew: what was tried before does not count. */
  isAnew?: boolean;
};

/** Moves a request on, if it still stands where the mover thinks; within the caller's transaction. */
export async function moveRequest(client: pg.ClientBase, id: string, move: Move): Promise<boolean> {
  const { rowCount } = await client.query(
    `update report_requests set
       state = $3, reason = $4, ask_at = $5, asking_until = null,
       asks = case when $6 then 0 else asks end,
       tries = 0,
       state_since = case when state = $3 then state_since else now() end
     where id = $1 and state = any($2)`,
    [id, move.from, move.to, move.reason ?? null, move.askAt ?? null, move.isAnew ?? false],
  );
  if (!rowCount) return false;
  await client.query("insert into report_history (request_id, state, message) values ($1, $2, $3)", [
    id,
    move.to,
    move.message,
  ]);
  return true;
}

/** Tells who asked, also when they come back later; within the caller's transaction. */
export async function notifyAsker(
  client: pg.ClientBase,
  { id, type, date, personId }: ReportRequest,
  kind: "report-captured" | "report-failed",
): Promise<void> {
  const what = `${reportName(type)}, ${periodWords(type, date)}`;
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
