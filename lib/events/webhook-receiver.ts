import "server-only";
import { createHash } from "node:crypto";
import { parseFilesEvent } from "@/lib/contract/webhook-event";
import { pool } from "@/lib/db/database";
import { cardFieldMask, maskCardSecrets, maskCardSecretsInJson } from "@/lib/domain/card-secrets";
import { maskLinkSecrets } from "@/lib/domain/link-secrets";
import type { WebhookVerdict } from "@/lib/domain/webhook-delivery";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { isAllowedLink } from "@/lib/reports/capture";
import { startReportWork } from "@/lib/reports/report-work";
import { publish } from "./bus";
import { openBody, sealBody } from "./webhook-body";
import { type Judged, judgeWebhook, TOO_LARGE } from "./webhook-verdict";

export const WEBHOOK_MAX_BYTES = 65_536;
const REFUSED_BODY_KEPT = 4_096;
/** Longer than any card number: one that stands at the cut is masked before it is cut. */
const CUT_MARGIN = 100;
const HEADER_VALUE_KEPT = 300;
const EVENT_ID_MAX = 200;
const LARGEST_INTEGER = 2_147_483_647;
/** What proves nothing costs nothing: beyond this many a second of one verdict it is refused and not kept. */
const REFUSED_KEPT_PER_SECOND = 20;

/** What a header would give away. */
const SECRET_HEADER = /signature|token|secret|auth|cookie|password|credential|key/;
/** What the dashboard itself adds to a request is no part of the delivery. */
const OWN_HEADER = "x-cardwell-";

/**
 * Takes an event of the issuer. It is public: its own proof is its permission. 2xx is said only once the event is
 * durable; what it means is worked out afterwards, so that a slow file never makes the issuer send it again.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  const { headers } = request;
  const body = await readBody(request);
  const judged = body === null ? TOO_LARGE : await judge(headers, body);
  if (judged.verdict !== "accepted") {
    await keepRefused(headers, body ?? "", judged);
    const status = judged.verdict === "too-large" ? 413 : 401;
    return answer(status, { error: { code: judged.verdict, message: judged.reason } });
  }
  const isNew = await keepAccepted(headers, body ?? "", judged);
  if (isNew) startReportWork();
  else await publish(["webhooks"]);
  return answer(202, { status: isNew ? "received" : "received before" });
}

/** Null where it is too large; then the rest is never read. */
async function readBody(request: Request): Promise<string | null> {
  if (claimedBytes(request.headers) > WEBHOOK_MAX_BYTES) return null;
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

function claimedBytes(headers: Headers): number {
  const claimed = Number(headers.get("content-length") ?? 0);
  return Number.isFinite(claimed) ? Math.min(claimed, LARGEST_INTEGER) : 0;
}

/** The sender's id, or null where it sent none that can be kept. */
function givenId(headers: Headers): string | null {
  const given = headers.get("webhook-id") ?? "";
  if (given === "" || given.length > EVENT_ID_MAX) return null;
  return maskCardSecrets(given) === given ? given : `id:${sha256(given)}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function judge(headers: Headers, body: string): Promise<Judged> {
  const judged = judgeWebhook(headers, body, env().webhook);
  const id = givenId(headers);
  if (judged.verdict !== "wrong-secret" || id === null) return judged;
  // What came before under the same id tells a changed copy from a stranger's.
  return judgeWebhook(headers, body, env().webhook, await earlierBody(id));
}

async function earlierBody(eventId: string): Promise<string | null> {
  const { rows } = await (await pool()).query<{ body: string }>(
    "select body from webhook_deliveries where event_id = $1 and verdict = 'accepted'",
    [eventId],
  );
  return rows[0] ? openBody(eventId, rows[0].body) : null;
}

async function keepAccepted(headers: Headers, body: string, { reason, provesId }: Judged): Promise<boolean> {
  const kept = acceptedBody(storable(body));
  // An id that nothing proves may be new each time: then the same body is the same event.
  const eventId = (provesId && givenId(headers)) || `body:${sha256(kept)}`;
  const { rows } = await (await pool()).query<{ repeats: number }>(
    `insert into webhook_deliveries as d (event_id, verdict, reason, headers, body, bytes)
     values ($1, 'accepted', $2, $3, $4, $5)
     on conflict (event_id) where verdict = 'accepted'
       do update set repeats = d.repeats + 1, repeated_at = now()
     returning repeats`,
    [eventId, reason, JSON.stringify(keptHeaders(headers)), sealBody(eventId, kept), Buffer.byteLength(body)],
  );
  return rows[0]?.repeats === 0;
}

const recent = { second: 0, counts: new Map<WebhookVerdict, number>() };

function isWithinRate(verdict: WebhookVerdict): boolean {
  const second = Math.floor(Date.now() / 1000);
  if (recent.second !== second) Object.assign(recent, { second, counts: new Map() });
  const count = (recent.counts.get(verdict) ?? 0) + 1;
  recent.counts.set(verdict, count);
  return count <= REFUSED_KEPT_PER_SECOND;
}

/** The same forgery, sent again on the same day, is one row with a count. */
async function keepRefused(headers: Headers, body: string, { verdict, reason }: Judged): Promise<void> {
  if (!isWithinRate(verdict)) return;
  const start = storable(body.slice(0, REFUSED_BODY_KEPT + CUT_MARGIN));
  const kept = maskCardSecretsInJson(start).slice(0, REFUSED_BODY_KEPT);
  const bodyHash = sha256(kept);
  const eventId = givenId(headers) ?? `body:${bodyHash}`;
  log().warn({ verdict, eventId: eventId.slice(0, 80) }, "Webhook delivery refused");
  await (await pool()).query(
    `insert into webhook_deliveries as d (event_id, verdict, reason, headers, body, bytes, body_hash, processed_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())
     on conflict (verdict, event_id, body_hash, ((received_at at time zone 'UTC')::date)) where verdict <> 'accepted'
       do update set repeats = d.repeats + 1, repeated_at = now()`,
    [
      eventId,
      verdict,
      reason,
      JSON.stringify(keptHeaders(headers)),
      sealBody(eventId, kept),
      verdict === "too-large" ? claimedBytes(headers) : Buffer.byteLength(body),
      bodyHash,
    ],
  );
  await publish(["webhooks"]);
}

function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !name.startsWith(OWN_HEADER))
      .map(([name, value]) => [
        maskCardSecrets(name),
        SECRET_HEADER.test(name) ? "•••" : keptHeader(name, value),
      ]),
  );
}

function keptHeader(name: string, value: string): string {
  const text = storable(value.slice(0, HEADER_VALUE_KEPT + CUT_MARGIN));
  return maskLinkSecrets((cardFieldMask(name) ?? maskCardSecrets)(text)).slice(0, HEADER_VALUE_KEPT);
}

/**
 * Nothing that came is kept with a card number or a security code in it. The link of a report stays whole, or it could
 * not be fetched: a file's name may pass for a card number.
 */
function acceptedBody(body: string): string {
  const link = parseFilesEvent(body)?.link ?? null;
  return maskCardSecretsInJson(body, link !== null && isAllowedLink(link) ? link : null);
}

// PostgreSQL's text takes every character but this one.
function storable(text: string): string {
  return text.replaceAll("\0", "�").toWellFormed();
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
