import "server-only";
import { createHash } from "node:crypto";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { startReportWork } from "@/lib/reports/work";
import { publish } from "./bus";
import { type Judged, judgeWebhook, TOO_LARGE } from "./webhook-verdict";

export const WEBHOOK_MAX_BYTES = 65_536;
const REFUSED_BODY_KEPT = 4_096;
const HEADER_VALUE_KEPT = 300;
const EVENT_ID_MAX = 200;
const LARGEST_INTEGER = 2_147_483_647;
/** What proves nothing costs nothing: beyond this many a second it is refused and not kept. */
const REFUSED_KEPT_PER_SECOND = 20;

/** What a header would give away. */
const SECRET_HEADERS = [
  "webhook-signature",
  "x-webhook-token",
  "authorization",
  "cookie",
  "proxy-authorization",
];
/**
 * Takes an event of the issuer. It is public: its own proof is its permission. 2xx is said only once the event is
 * durable; what it means is worked out afterwards, so that a slow file never makes the issuer send it again.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  const body = await readBody(request);
  const eventId = eventIdOf(request.headers, body ?? "");
  const judged = body === null ? TOO_LARGE : await judge(request.headers, eventId, body);
  if (judged.verdict !== "accepted") {
    await keepRefused(request.headers, eventId, body ?? "", judged);
    const status = judged.verdict === "too-large" ? 413 : 401;
    return answer(status, { error: { code: judged.verdict, message: judged.reason } });
  }
  const isNew = await keepAccepted(request.headers, eventId, body ?? "", judged);
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

function eventIdOf(headers: Headers, body: string): string {
  const given = headers.get("webhook-id") ?? "";
  if (given !== "" && given.length <= EVENT_ID_MAX) return given;
  return `body:${createHash("sha256").update(body).digest("hex")}`;
}

async function judge(headers: Headers, eventId: string, body: string): Promise<Judged> {
  const judged = judgeWebhook(headers, body, env().webhook);
  if (judged.verdict !== "wrong-secret") return judged;
  // What came before under the same id tells a changed copy from a stranger's.
  return judgeWebhook(headers, body, env().webhook, await earlierBody(eventId));
}

async function earlierBody(eventId: string): Promise<string | null> {
  const { rows } = await (await pool()).query<{ body: string }>(
    "select body from webhook_deliveries where event_id = $1 and verdict = 'accepted'",
    [eventId],
  );
  return rows[0]?.body ?? null;
}

async function keepAccepted(
  headers: Headers,
  eventId: string,
  body: string,
  { reason }: Judged,
): Promise<boolean> {
  const { rows } = await (await pool()).query<{ repeats: number }>(
    `insert into webhook_deliveries as d (event_id, verdict, reason, headers, body, bytes)
     values ($1, 'accepted', $2, $3, $4, $5)
     on conflict (event_id) where verdict = 'accepted'
       do update set repeats = d.repeats + 1, repeated_at = now()
     returning repeats`,
    [eventId, reason, JSON.stringify(shownHeaders(headers)), storable(body), Buffer.byteLength(body)],
  );
  return rows[0]?.repeats === 0;
}

const kept = { second: 0, count: 0 };

async function keepRefused(
  headers: Headers,
  eventId: string,
  body: string,
  { verdict, reason }: Judged,
): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  if (kept.second !== second) Object.assign(kept, { second, count: 0 });
  kept.count += 1;
  if (kept.count > REFUSED_KEPT_PER_SECOND) return;
  log().warn({ verdict, eventId: eventId.slice(0, 80) }, "a webhook was refused");
  await (await pool()).query(
    `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes, processed_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [
      eventId,
      verdict,
      reason,
      JSON.stringify(shownHeaders(headers)),
      storable(body.slice(0, REFUSED_BODY_KEPT)),
      verdict === "too-large" ? claimedBytes(headers) : Buffer.byteLength(body),
    ],
  );
  await publish(["webhooks"]);
}

function shownHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      SECRET_HEADERS.includes(name) ? "•••" : storable(value.slice(0, HEADER_VALUE_KEPT)),
    ]),
  );
}

// PostgreSQL's text takes every character but this one.
function storable(text: string): string {
  return text.replaceAll("\0", "�").toWellFormed();
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
