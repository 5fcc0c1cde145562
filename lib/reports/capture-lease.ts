import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { log } from "@/lib/log";

/** Two renewals can fail before the lease expires. */
const RENEWALS_PER_LEASE = 3;

export type Lease = { id: string; holder: string };

/** Another process has taken over the capture, so this one must not change it. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

export function newLeaseHolder(): string {
  return randomUUID();
}

/**
 * Renews the lease periodically while `work` runs, however slow the download is. The signal is aborted when another
 * process has taken over.
 */
export async function withLease<T>(
  db: pg.Pool,
  lease: Lease,
  leaseMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew(db, lease, leaseMs).then(
      (isRenewed) => {
        if (!isRenewed) lost.abort(new LeaseLostError());
      },
      (error) => log().warn({ err: error, captureId: lease.id }, "Could not renew a lease"),
    );
  }, leaseMs / RENEWALS_PER_LEASE);
  timer.unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

async function renew(db: pg.Pool, { id, holder }: Lease, leaseMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update report_captures set lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and state = 'running' and holder = $2`,
    [id, holder, leaseMs],
  );
  return Boolean(rowCount);
}

/** Throws if the lease is lost, so that the caller's transaction rolls back. */
export async function endCapture(
  client: pg.ClientBase,
  { id, holder }: Lease,
  end: { state: "done" | "failed"; reason?: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `update report_captures set state = $3, reason = $4, lease_until = null
     where id = $1 and state = 'running' and holder = $2`,
    [id, holder, end.state, end.reason ?? null],
  );
  if (!rowCount) throw new LeaseLostError();
}
