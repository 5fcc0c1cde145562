import "server-only";
import { randomUUID } from "node:crypto";
import { database } from "@/lib/db/database";
import { canUnsealSql } from "@/lib/db/seal";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { endCapture, type Lease, LeaseLostError, newLeaseHolder, withLease } from "./capture-lease";
import { LinkError } from "./link-error";
import { checkLink, type LinkRules, openLink } from "./open-link";
import { findRequest, type ReportRequest, topicsOf, transitionRequest } from "./requests";
import { openSealedLink } from "./sealed-link";
import { type StoredFile, storeFile } from "./store-file";
import { tellAboutFailure, tellAboutFile } from "./subscriptions";

/** Delays before a new link is requested; after the last one the request fails. */
export const NEW_LINK_DELAYS_MS = [0, 5_000, 30_000] as const;

export type Capture = Lease & { requestId: string; link: string };

/** `leaseMs`: how long after its last renewal a process counts as dead. */
type CaptureRules = LinkRules & { leaseMs: number };

export const DEFAULT_LIMITS = { firstByteMs: 15_000, idleMs: 20_000, totalMs: 900_000, leaseMs: 30_000 };

const slot = processWide<Partial<CaptureRules>>("link-rules");

/** For tests: other limits and another DNS lookup. */
export function setLinkRules(rules: Partial<CaptureRules>): void {
  slot.current = rules;
}

function captureRules(): CaptureRules {
  const { mode, issuer, reports } = env();
  return {
    ...DEFAULT_LIMITS,
    hosts: reports.hosts,
    sandboxHost: mode === "sandbox" ? new URL(issuer.url).host : null,
    maxBytes: reports.maxBytes,
    ...slot.current,
  };
}

export function isAllowedLink(link: string): boolean {
  try {
    checkLink(link, captureRules());
    return true;
  } catch {
    return false;
  }
}

/**
 * Claims the next link to download, including one whose holder is dead. Downloads that this process is running are
 * excluded, even if it was too busy to renew their leases.
 */
export async function claimCapture(runningIds: readonly string[]): Promise<Capture | null> {
  const { pool } = await database();
  const { rows } = await pool.query<Capture>(
    `update report_captures
     set state = 'running', holder = $1, lease_until = now() + $2 * interval '1 millisecond'
     where id = (
       select c.id from report_captures c
       where (c.state = 'waiting' or (c.state = 'running' and c.lease_until < now()))
         and c.id <> all($3::uuid[]) and ${canUnsealSql("c.link", "c.created_at")}
         and not exists (
           select 1 from report_captures other
           where other.request_id = c.request_id and other.id <> c.id
             and other.state = 'running' and other.lease_until >= now()
         )
       order by c.created_at, c.id limit 1 for update skip locked
     )
     returning id, holder, request_id as "requestId", link`,
    [newLeaseHolder(), captureRules().leaseMs, runningIds],
  );
  return rows[0] ?? null;
}

/** When the next lease expires, so that a dead process's download can be taken over. */
export async function nextLeaseEnd(): Promise<Date | null> {
  const { pool } = await database();
  const { rows } = await pool.query<{ at: Date | null }>(
    `select min(lease_until) as at from report_captures
     where state = 'running' and ${canUnsealSql("link", "created_at")}`,
  );
  return rows[0]?.at ?? null;
}

/** Downloads one file. The request always ends up ready, queued again, or failed with a reason. */
export async function runCapture(capture: Capture): Promise<void> {
  const { pool } = await database();
  const request = await findRequest(pool, capture.requestId);
  if (request?.state !== "link-received") {
    await pool.query("update report_captures set state = 'needless' where id = $1 and holder = $2", [
      capture.id,
      capture.holder,
    ]);
    return;
  }
  const fileId = randomUUID();
  // Removes the partial file of a holder that died.
  await pool.query("delete from report_files where capture_id = $1 and completed_at is null", [capture.id]);
  await pool.query("insert into report_files (id, capture_id, request_id) values ($1, $2, $3)", [
    fileId,
    capture.id,
    request.id,
  ]);
  try {
    await fetchFile(capture, request, fileId).catch((error) =>
      handleFailure(capture, request, fileId, error),
    );
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    log().warn(
      { requestId: request.id },
      "Report download stopped: its lease expired and another process took it over",
    );
    await pool.query("delete from report_files where id = $1 and completed_at is null", [fileId]);
  }
  await publish(topicsOf(request));
}

async function fetchFile(capture: Capture, request: ReportRequest, fileId: string): Promise<void> {
  const { pool } = await database();
  const rules = captureRules();
  await withLease(pool, capture, rules.leaseMs, async (signal) => {
    const opened = await openLink(openSealedLink(capture.id, capture.link), { ...rules, signal });
    const stored = await storeFile(pool, fileId, opened, async () => signal.throwIfAborted());
    await complete(capture, request, fileId, stored);
  });
}

async function complete(
  capture: Capture,
  request: ReportRequest,
  fileId: string,
  { sha256, bytes, storedSha256, storedBytes, maskedValues, rows, columns, summary }: StoredFile,
): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    await endCapture(client, capture, { state: "done" });
    const isTransitioned = await transitionRequest(client, request.id, {
      from: ["link-received"],
      to: "captured",
      message: `File received: ${countOf(rows, "row")}, ${formatCount(bytes)} bytes.${maskedNote(maskedValues)}`,
    });
    if (!isTransitioned) throw new LinkError("Another instance already downloaded this file.");
    await client.query(
      `update report_files set completed_at = now(), sha256 = $2, bytes = $3, rows = $4, columns = $5, summary = $6,
         kept_sha256 = $7, kept_bytes = $8, masked_values = $9
       where id = $1`,
      [
        fileId,
        sha256,
        bytes,
        rows,
        JSON.stringify(columns),
        JSON.stringify(summary),
        storedSha256,
        storedBytes,
        maskedValues,
      ],
    );
    await client.query("update report_requests set file_id = $2 where id = $1", [request.id, fileId]);
    await tellAboutFile(client, request, sha256);
  });
}

function maskedNote(maskedValues: number): string {
  return maskedValues === 0 ? "" : ` ${countOf(maskedValues, "value")} masked.`;
}

async function handleFailure(
  capture: Capture,
  request: ReportRequest,
  fileId: string,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLostError) throw error;
  if (!(error instanceof LinkError))
    log().error({ err: error, requestId: request.id }, "Report download failed");
  const reason = error instanceof LinkError ? error.message : "The file couldn’t be stored.";
  const isFinal = error instanceof LinkError && error.isFinal;
  const delayMs = isFinal ? undefined : NEW_LINK_DELAYS_MS[Math.max(0, request.asks - 1)];
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    await endCapture(client, capture, { state: "failed", reason });
    await client.query("delete from report_files where id = $1 and completed_at is null", [fileId]);
    const { rows } = await client.query(
      "select 1 from report_captures where request_id = $1 and state = 'waiting' limit 1",
      [request.id],
    );
    // Another link of the same report is already waiting.
    if (rows.length > 0) return;
    if (delayMs !== undefined) {
      await transitionRequest(client, request.id, {
        from: ["link-received"],
        to: "queued",
        message: `${reason} Requesting a new link.`,
        reason: `${reason} Requesting a new link.`,
        requestAt: new Date(Date.now() + delayMs),
      });
      return;
    }
    const isTransitioned = await transitionRequest(client, request.id, {
      from: ["link-received"],
      to: "failed",
      message: reason,
      reason,
    });
    if (isTransitioned) await tellAboutFailure(client, request);
  });
}
