import "server-only";
import type pg from "pg";
import { REQUEST_COLUMNS, type ReportRequest } from "./requests";

type Client = pg.Pool | pg.ClientBase;

/** An issuer that delivers an event again gives up after about a day. */
const EVENT_MAX_HOURS = 24;

/** Before the issuer is asked: from then on an event may come, whether its response arrives or not. */
export async function beginAsk(client: Client, requestId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "insert into report_asks (request_id) values ($1) returning id",
    [requestId],
  );
  if (!rows[0]) throw new Error("The ask was not stored");
  return rows[0].id;
}

/** For a request that the issuer did not accept, so that no event comes. */
export async function deleteAsk(client: Client, id: string): Promise<void> {
  await client.query("delete from report_asks where id = $1", [id]);
}

/** A reference that an earlier ask has already is not another report. */
export async function storeReference(client: pg.ClientBase, id: string, referenceId: string): Promise<void> {
  const { rowCount } = await client.query(
    `update report_asks set reference_id = $2
     where id = $1 and not exists (select from report_asks where reference_id = $2)`,
    [id, referenceId],
  );
  if (!rowCount) await deleteAsk(client, id);
}

/** Ends the ask with the event's reference or, if no ask has it, the oldest one of this request. */
export async function answerAsk(
  client: pg.ClientBase,
  requestId: string,
  referenceId: string | null,
): Promise<void> {
  await client.query(
    `update report_asks set answered_at = now() where id = (
       select id from report_asks
       where request_id = $1 and answered_at is null
         and (reference_id = $2 or not exists (select from report_asks where reference_id = $2))
       order by asked_at limit 1
     )`,
    [requestId, referenceId],
  );
}

/** The only request that an event without a reference can answer; null if there is none or more than one. */
export async function findOnlyUnanswered(client: pg.ClientBase): Promise<ReportRequest | null> {
  const { rows } = await client.query<ReportRequest>(
    `select ${REQUEST_COLUMNS} from report_requests
     where state = 'requested' or id in (
       select request_id from report_asks
       where answered_at is null and asked_at > now() - interval '${EVENT_MAX_HOURS} hours'
     ) limit 2`,
  );
  return rows.length === 1 ? (rows[0] ?? null) : null;
}
