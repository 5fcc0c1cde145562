import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { log } from "@/lib/log";

/** Renewals in one lease: two may be lost before it ends. */
const RENEWALS = 3;

export type Held = { id: string; holder: string };

/** Another process has taken the capture over: this one has nothing more to say about it. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

export function newHolder(): string {
  return randomUUID();
}

/**
 * Renews the lease on a capture by the clock for as long as `work` takes, however slowly its file comes. The signal is
 * aborted once another holder was seen.
 */
export async function whileHeld<T>(
  db: pg.Pool,
  held: Held,
  leaseMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew(db, held, leaseMs).then(
      (isRenewed) => {
        if (!isRenewed) lost.abort(new LeaseLostError());
      },
      (error) => log().warn({ err: error, captureId: held.id }, "Could not renew a lease"),
    );
  }, leaseMs / RENEWALS);
  timer.unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

async function renew(db: pg.Pool, { id, holder }: Held, leaseMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update report_captures set lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and state = 'running' and holder = $2`,
    [id, holder, leaseMs],
  );
  return Boolean(rowCount);
}

/** Ends a capture, within the caller's transaction, which must be given up when it is no longer ours. */
export async function endCapture(
  client: pg.ClientBase,
  { id, holder }: Held,
  end: { state: "done" | "failed"; reason?: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `update report_captures set state = $3, reason = $4, lease_until = null
     where id = $1 and state = 'running' and holder = $2`,
    [id, holder, end.state, end.reason ?? null],
  );
  if (!rowCount) throw new LeaseLostError();
}
