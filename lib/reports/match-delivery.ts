import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type ParsedFilesEvent, parseFilesEvent } from "@/lib/contract/webhook-event";
import { database } from "@/lib/db/database";
import { canUnsealSql } from "@/lib/db/seal";
import type { WebhookEffect } from "@/lib/domain/webhook-delivery";
import { publish } from "@/lib/events/bus";
import { unsealBody } from "@/lib/events/webhook-body";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { answerAsk, findOnlyUnanswered } from "./asks";
import { lockReferences, REQUEST_COLUMNS, type ReportRequest, topicsOf, transitionRequest } from "./requests";
import { sealLink } from "./sealed-link";

const BATCH_SIZE = 100;
const REFERENCE_MAX_CHARACTERS = 200;

type Delivery = { id: string; eventId: string; body: string };
type Outcome = { effect: WebhookEffect; message: string; request: ReportRequest | null };
type Matched = Outcome & { deliveryId: string; referenceId: string | null };

/** Matches accepted deliveries to report requests. A delivery that can't be processed doesn't block the others. */
export async function matchDeliveries(): Promise<void> {
  const topics = new Set<string>();
  try {
    for (;;) {
      const matched = await matchBatch(matchAll).catch((error) => {
        if (!isCausedByDelivery(error)) throw error;
        return matchBatch(matchEachInSavepoint);
      });
      if (matched.length === 0) break;
      for (const { request } of matched)
        for (const topic of request ? topicsOf(request) : []) topics.add(topic);
      topics.add("webhooks").add("attention");
    }
  } finally {
    // Each batch is its own transaction, so the batches before a failure have made changes.
    await publish([...topics]);
  }
}

type MatchDeliveries = (client: pg.ClientBase, deliveries: readonly Delivery[]) => Promise<Matched[]>;

async function matchBatch(matchRows: MatchDeliveries): Promise<Matched[]> {
  const { pool } = await database();
  return inTransaction(pool, async (client) => {
    await lockReferences(client, "match");
    const { rows } = await client.query<Delivery>(
      `select id, event_id as "eventId", body from webhook_deliveries
       where verdict = 'accepted' and processed_at is null and ${canUnsealSql("body", "received_at")}
       order by id limit ${BATCH_SIZE} for update skip locked`,
    );
    return matchRows(client, rows);
  });
}

async function matchAll(client: pg.ClientBase, deliveries: readonly Delivery[]): Promise<Matched[]> {
  const matched: Matched[] = [];
  for (const delivery of deliveries) matched.push(await match(client, delivery));
  await saveOutcomes(client, matched);
  return matched;
}

/** Slower, but a failing delivery only rolls back its own changes. */
async function matchEachInSavepoint(
  client: pg.ClientBase,
  deliveries: readonly Delivery[],
): Promise<Matched[]> {
  const matched: Matched[] = [];
  for (const delivery of deliveries) {
    await client.query("savepoint one_delivery");
    try {
      const outcome = await match(client, delivery);
      await saveOutcomes(client, [outcome]);
      matched.push(outcome);
    } catch (error) {
      if (!isCausedByDelivery(error)) throw error;
      log().error({ err: error, deliveryId: delivery.id }, "Could not process a webhook delivery");
      await client.query("rollback to savepoint one_delivery");
      const outcome = { ...FAILED, deliveryId: delivery.id, referenceId: null };
      await saveOutcomes(client, [outcome]);
      matched.push(outcome);
    }
    await client.query("release savepoint one_delivery");
  }
  return matched;
}

/** The same delivery would fail again, unlike after a lost connection, a deadlock or a full disk. */
function isCausedByDelivery(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  return code === null ? error instanceof TypeError || error instanceof RangeError : /^(22|23|54)/.test(code);
}

/**
 * Matches a delivery to the request that a person chose, within the caller's transaction. A delivery that can't be
 * decrypted here stays unchanged.
 */
export async function matchDelivery(
  client: pg.ClientBase,
  delivery: Delivery,
  chosen: ReportRequest,
): Promise<Outcome> {
  if (unsealBody(delivery.eventId, delivery.body) === null) return UNDECRYPTABLE;
  const matched = await match(client, delivery, chosen);
  await saveOutcomes(client, [matched]);
  return matched;
}

async function match(
  client: pg.ClientBase,
  delivery: Delivery,
  chosen: ReportRequest | null = null,
): Promise<Matched> {
  const body = unsealBody(delivery.eventId, delivery.body);
  if (body === null) return { ...UNDECRYPTABLE, deliveryId: delivery.id, referenceId: null };
  const event = parseFilesEvent(body);
  const outcome =
    event && isStorable(event.link) ? await matchEvent(client, delivery, event, chosen) : UNKNOWN_SHAPE;
  return { ...outcome, deliveryId: delivery.id, referenceId: event && referenceOf(event) };
}

async function saveOutcomes(client: pg.ClientBase, matched: readonly Matched[]): Promise<void> {
  await client.query(
    `update webhook_deliveries d
     set processed_at = now(), effect = m.effect, effect_message = m.message,
         request_id = m.request_id, reference_id = m.reference_id
     from unnest($1::bigint[], $2::text[], $3::text[], $4::uuid[], $5::text[])
       as m (id, effect, message, request_id, reference_id)
     where d.id = m.id`,
    [
      matched.map(({ deliveryId }) => deliveryId),
      matched.map(({ effect }) => effect),
      matched.map(({ message }) => message),
      matched.map(({ request }) => request?.id ?? null),
      matched.map(({ referenceId }) => referenceId),
    ],
  );
}

const FAILED: Outcome = {
  effect: "failed",
  message: "Processing failed. Check the server log, fix the cause, then reprocess the delivery.",
  request: null,
};

const UNDECRYPTABLE: Outcome = {
  effect: "failed",
  message:
    "The body can’t be decrypted: it was altered, or encrypted with a secret that no instance has. Add that secret to NEXTAUTH_SECRET_PREVIOUS, then reprocess the delivery.",
  request: null,
};

const UNKNOWN_SHAPE: Outcome = {
  effect: "unknown-shape",
  message: "Not a report event that we recognize. The delivery was stored; no action was taken.",
  request: null,
};

async function matchEvent(
  client: pg.ClientBase,
  delivery: Delivery,
  event: ParsedFilesEvent,
  chosen: ReportRequest | null,
): Promise<Outcome> {
  const request = chosen ?? (await findRequestOf(client, event));
  if (!request) return { effect: "unmatched", message: unmatchedMessage(event), request: null };
  await answerAsk(client, request.id, referenceOf(event));
  const isTransitioned = await transitionRequest(client, request.id, {
    from: ["queued", "requested", "link-received", "failed", "withdrawn"],
    to: "link-received",
    message: chosen ? "Matched to a webhook delivery manually." : "The issuer sent the download link.",
  });
  if (!isTransitioned) return { effect: "needless", message: "The file was already downloaded.", request };
  const captureId = randomUUID();
  await client.query(
    "insert into report_captures (id, request_id, delivery_id, link) values ($1, $2, $3, $4)",
    [captureId, request.id, delivery.id, sealLink(captureId, event.link)],
  );
  return { effect: "matched", message: "The delivery contained a report’s download link.", request };
}

/** By the issuer's reference; if the event has none, the only request that it can answer. */
async function findRequestOf(
  client: pg.ClientBase,
  { referenceId }: ParsedFilesEvent,
): Promise<ReportRequest | null> {
  if (referenceId === null) return findOnlyUnanswered(client);
  if (!isReference(referenceId)) return null;
  const { rows } = await client.query<ReportRequest>(
    `select ${REQUEST_COLUMNS} from report_requests
     where id = (select request_id from report_asks where reference_id = $1)`,
    [referenceId],
  );
  return rows[0] ?? null;
}

/** Null also for text that can't be a reference. */
function referenceOf({ referenceId }: ParsedFilesEvent): string | null {
  return referenceId !== null && isReference(referenceId) ? referenceId : null;
}

function unmatchedMessage({ referenceId }: ParsedFilesEvent): string {
  return referenceId === null
    ? "The event has no reference, and there isn’t exactly one report request that it can answer. Choose the request that the event belongs to."
    : "The event’s reference doesn’t match a report request made here. You can choose the request that the event belongs to.";
}

/** PostgreSQL's text type accepts every character except NUL. */
function isStorable(text: string): boolean {
  return !text.includes("\0");
}

/** Whether this can be a reference from the issuer. */
export function isReference(text: string): boolean {
  return text.length <= REFERENCE_MAX_CHARACTERS && isStorable(text);
}
