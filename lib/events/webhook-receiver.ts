import "server-only";
import { createHash } from "node:crypto";
import { parseFilesEvent } from "@/lib/contract/webhook-event";
import { pool } from "@/lib/db/database";
import { cardFieldMask, maskCardSecrets, maskCardSecretsInJson } from "@/lib/domain/cards/card-secrets";
import { maskLinkSecrets } from "@/lib/domain/text/link-secrets";
import type { WebhookVerdict } from "@/lib/domain/webhook-delivery";
import { env } from "@/lib/env";
import { logCounted } from "@/lib/logging/log-counted";
import { count } from "@/lib/metrics/record";
import { isAllowedLink } from "@/lib/reports/capture";
import { startReportWork } from "@/lib/reports/report-work";
import { publish } from "./bus";
import { TOO_LARGE, verifyWebhook, type WebhookCheck } from "./verify-webhook";
import { sealBody, unsealBody } from "./webhook-body";

export const WEBHOOK_MAX_BYTES = 65_536;
const MAX_REJECTED_BODY_LENGTH = 4_096;
/** Longer than any card number, so that a number at the cutoff is masked before the text is truncated. */
const MASKING_MARGIN = 100;
const MAX_HEADER_VALUE_LENGTH = 300;
const MAX_EVENT_ID_LENGTH = 200;
const MAX_INTEGER = 2_147_483_647;
/** Per verdict; further rejected deliveries are not stored, so that a flood costs little. */
const MAX_REJECTED_STORED_PER_SECOND = 20;

const SECRET_HEADERS = /signature|token|secret|auth|cookie|password|credential|key/;
/** Headers that the dashboard itself adds to requests. */
const OWN_HEADER_PREFIX = "x-cardwell-";

/**
 * Receives an event from the issuer. The route is public; the signature is the authorization. It responds with 2xx once
 * the event is stored and processes it afterward, so that a slow file doesn't make the issuer redeliver the event.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  const { headers } = request;
  const body = await readBody(request);
  const check = body === null ? TOO_LARGE : await checkDelivery(headers, body);
  count("cardwell_webhook_deliveries_total", { verdict: check.verdict });
  if (check.verdict !== "accepted") {
    await storeRejected(headers, body ?? "", check);
    const status = check.verdict === "too-large" ? 413 : 401;
    return jsonResponse(status, { error: { code: check.verdict, message: check.reason } });
  }
  const isNew = await storeAccepted(headers, body ?? "", check);
  if (isNew) startReportWork();
  else await publish(["webhooks"]);
  return jsonResponse(202, { status: isNew ? "received" : "received before" });
}

/** Stops reading and returns null if the body is too large. */
async function readBody(request: Request): Promise<string | null> {
  if (declaredBytes(request.headers) > WEBHOOK_MAX_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > WEBHOOK_MAX_BYTES) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function declaredBytes(headers: Headers): number {
  const declared = Number(headers.get("content-length") ?? 0);
  return Number.isFinite(declared) ? Math.min(declared, MAX_INTEGER) : 0;
}

/** Returns null if the sender provides no usable ID. */
function senderEventId(headers: Headers): string | null {
  const id = headers.get("webhook-id") ?? "";
  if (id === "" || id.length > MAX_EVENT_ID_LENGTH) return null;
  return maskCardSecrets(id) === id ? id : `id:${sha256(id)}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function checkDelivery(headers: Headers, body: string): Promise<WebhookCheck> {
  const check = verifyWebhook(headers, body, env().webhook);
  const id = senderEventId(headers);
  if (check.verdict !== "wrong-secret" || id === null) return check;
  // The previous body with the same ID distinguishes an altered copy from an unknown sender.
  return verifyWebhook(headers, body, env().webhook, await findPreviousBody(id));
}

async function findPreviousBody(eventId: string): Promise<string | null> {
  const { rows } = await (await pool()).query<{ body: string }>(
    "select body from webhook_deliveries where event_id = $1 and verdict = 'accepted'",
    [eventId],
  );
  return rows[0] ? unsealBody(eventId, rows[0].body) : null;
}

async function storeAccepted(
  headers: Headers,
  body: string,
  { reason, isIdSigned }: WebhookCheck,
): Promise<boolean> {
  const storedBody = maskAcceptedBody(toStorableText(body));
  // An unsigned ID may be different each time, so events are then identified by their body.
  const eventId = (isIdSigned && senderEventId(headers)) || `body:${sha256(storedBody)}`;
  const { rows } = await (await pool()).query<{ repeats: number }>(
    `insert into webhook_deliveries as d (event_id, verdict, reason, headers, body, bytes)
     values ($1, 'accepted', $2, $3, $4, $5)
     on conflict (event_id) where verdict = 'accepted'
       do update set repeats = d.repeats + 1, repeated_at = now()
     returning repeats`,
    [
      eventId,
      reason,
      JSON.stringify(storedHeaders(headers)),
      sealBody(eventId, storedBody),
      Buffer.byteLength(body),
    ],
  );
  return rows[0]?.repeats === 0;
}

const recent = { second: 0, counts: new Map<WebhookVerdict, number>() };

function isWithinRate(verdict: WebhookVerdict): boolean {
  const second = Math.floor(Date.now() / 1000);
  if (recent.second !== second) Object.assign(recent, { second, counts: new Map() });
  const count = (recent.counts.get(verdict) ?? 0) + 1;
  recent.counts.set(verdict, count);
  return count <= MAX_REJECTED_STORED_PER_SECOND;
}

/** The same delivery, rejected again on the same day, is one row with a count. */
async function storeRejected(
  headers: Headers,
  body: string,
  { verdict, reason }: WebhookCheck,
): Promise<void> {
  if (!isWithinRate(verdict)) return;
  const start = toStorableText(body.slice(0, MAX_REJECTED_BODY_LENGTH + MASKING_MARGIN));
  const storedBody = maskCardSecretsInJson(start).slice(0, MAX_REJECTED_BODY_LENGTH);
  const bodyHash = sha256(storedBody);
  const eventId = senderEventId(headers) ?? `body:${bodyHash}`;
  logCounted("warn", { verdict }, "Webhook deliveries rejected");
  await (await pool()).query(
    `insert into webhook_deliveries as d (event_id, verdict, reason, headers, body, bytes, body_hash, processed_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())
     on conflict (verdict, event_id, body_hash, ((received_at at time zone 'UTC')::date)) where verdict <> 'accepted'
       do update set repeats = d.repeats + 1, repeated_at = now()`,
    [
      eventId,
      verdict,
      reason,
      JSON.stringify(storedHeaders(headers)),
      sealBody(eventId, storedBody),
      verdict === "too-large" ? declaredBytes(headers) : Buffer.byteLength(body),
      bodyHash,
    ],
  );
  await publish(["webhooks"]);
}

function storedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !name.startsWith(OWN_HEADER_PREFIX))
      .map(([name, value]) => [
        maskCardSecrets(name),
        SECRET_HEADERS.test(name) ? "•••" : storedHeaderValue(name, value),
      ]),
  );
}

function storedHeaderValue(name: string, value: string): string {
  const text = toStorableText(value.slice(0, MAX_HEADER_VALUE_LENGTH + MASKING_MARGIN));
  return maskLinkSecrets((cardFieldMask(name) ?? maskCardSecrets)(text)).slice(0, MAX_HEADER_VALUE_LENGTH);
}

/**
 * Masks card numbers and security codes, except in a report's link: a file name may look like a card number, and the
 * link must stay usable.
 */
function maskAcceptedBody(body: string): string {
  const link = parseFilesEvent(body)?.link ?? null;
  return maskCardSecretsInJson(body, link !== null && isAllowedLink(link) ? link : null);
}

// PostgreSQL can't store the NUL character in text.
function toStorableText(text: string): string {
  return text.replaceAll("\0", "�").toWellFormed();
}

function jsonResponse(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
