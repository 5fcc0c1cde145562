import "server-only";
import { pool } from "@/lib/db/database";
import { maskCardSecretsInJson } from "@/lib/domain/cards/card-secrets";
import { isReportAvailable, type ReportType } from "@/lib/domain/reports/report-calendar";
import { maskLinkSecretsInJson } from "@/lib/domain/text/link-secrets";
import { type Days, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { boundsOf } from "@/lib/domain/time/time-zone";
import type {
  DeliveryDetail,
  DeliveryRow,
  WebhookEffect,
  WebhookVerdict,
} from "@/lib/domain/webhook-delivery";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { Conditions } from "@/lib/postgres/conditions";
import { unsealBody } from "./webhook-body";

const DELIVERY_ID = /^\d{1,15}$/;

type Row = Omit<DeliveryRow, "receivedAt" | "isProcessed"> & { receivedAt: Date; processedAt: Date | null };

const COLUMNS = `
  d.id, d.event_id as "eventId", d.received_at as "receivedAt", d.verdict, d.reason, d.repeats,
  d.processed_at as "processedAt", d.effect, d.effect_message as "effectMessage", d.request_id as "requestId", d.bytes`;

export type DeliveryFilter = Days & {
  verdict?: WebhookVerdict | null | undefined;
  effect?: WebhookEffect | null | undefined;
  before?: string | null | undefined;
};

function conditionsOf({ verdict, effect, ...days }: DeliveryFilter): Conditions {
  const where = new Conditions();
  where.add("d.verdict = ?", verdict);
  where.add("d.effect = ?", effect);
  where.addBetween("d.received_at", boundsOf(days));
  return where;
}

/** At most one more than `max` is counted. */
export async function countDeliveries(filter: DeliveryFilter, max: number): Promise<number> {
  const where = conditionsOf(filter);
  const { rows } = await (await pool()).query<{ total: number }>(
    `select count(*)::int as total from (select from webhook_deliveries d where ${where} limit ${max + 1}) as counted`,
    where.values,
  );
  return rows[0]?.total ?? 0;
}

export async function listDeliveries(
  { before, ...filter }: DeliveryFilter,
  limit: number,
): Promise<{ rows: DeliveryRow[]; olderThan: string | null }> {
  const where = conditionsOf(filter);
  where.add("d.id < ?", before && DELIVERY_ID.test(before) ? before : null);
  const { rows } = await (await pool()).query<Row>(
    `select ${COLUMNS} from webhook_deliveries d where ${where} order by d.id desc limit ${limit + 1}`,
    where.values,
  );
  const shown = rows.slice(0, limit).map(toRow);
  return { rows: shown, olderThan: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

export async function findDelivery(id: string): Promise<DeliveryDetail | null> {
  if (!DELIVERY_ID.test(id)) return null;
  const db = await pool();
  const { rows } = await db.query<
    Row & {
      headers: Record<string, string>;
      body: string;
      repeatedAt: Date | null;
      referenceId: string | null;
    }
  >(
    `select ${COLUMNS}, d.headers, d.body, d.repeated_at as "repeatedAt", d.reference_id as "referenceId"
     from webhook_deliveries d where d.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) return null;
  const { headers, body, repeatedAt, referenceId, ...rest } = row;
  const unsealed = unsealBody(row.eventId, body);
  const { rows: candidates } =
    row.effect === "unmatched"
      ? await db.query<{ id: string; type: ReportType; date: IsoDate; person: string; createdAt: Date }>(
          `select r.id, r.type, to_char(r.date, 'YYYY-MM-DD') as date, p.name as person, r.created_at as "createdAt"
           from report_requests r join people p on p.id = r.person_id
           where r.state in ('queued', 'requested', 'failed', 'withdrawn') order by r.created_at desc limit 50`,
        )
      : { rows: [] };
  const today = toIsoDate(issuerNow());
  return {
    ...toRow(rest),
    headers,
    // Old deliveries were stored before card numbers were masked on arrival.
    body: unsealed === null ? null : maskLinkSecretsInJson(maskCardSecretsInJson(unsealed)),
    repeatedAt: repeatedAt?.toISOString() ?? null,
    referenceId,
    candidates: candidates
      .filter(({ type, date }) => isReportAvailable(type, date, today))
      .map(({ createdAt, ...candidate }) => ({ ...candidate, createdAt: createdAt.toISOString() })),
  };
}

function toRow({ receivedAt, processedAt, id, ...row }: Row): DeliveryRow {
  return { ...row, id: String(id), receivedAt: receivedAt.toISOString(), isProcessed: processedAt !== null };
}
