import "server-only";
import { createHash } from "node:crypto";
import { pool } from "@/lib/db/database";
import { formatWait } from "@/lib/domain/time/wait";
import { addressRange } from "./client-address";

const WINDOW_SECONDS = 60;

/** The maximum number of attempts per key and window. */
export type RateLimit = { key: string; limit: number; windowSeconds?: number };

export type Throttled = { retryAfterSeconds: number };

/** Shared by everyone at this address. */
export function addressLimit(address: string): RateLimit {
  return { key: `address:${addressRange(address)}`, limit: 100 };
}

/** Shared by all browsers in which this person has not signed in before. */
export function unknownBrowserLimit(personId: string): RateLimit {
  return { key: `strangers:${personId}`, limit: 10 };
}

/** The same limit for an email without an account, so that the behavior doesn't reveal which accounts exist. */
export function unknownEmailLimit(lowercasedEmail: string): RateLimit {
  return { key: `unknown:${createHash("sha256").update(lowercasedEmail).digest("hex")}`, limit: 10 };
}

export function knownBrowserLimit(deviceId: string): RateLimit {
  return { key: `device:${deviceId}`, limit: 10 };
}

/** For a signed-in person who enters their password again. */
export function passwordConfirmationLimit(personId: string): RateLimit {
  return { key: `own:${personId}`, limit: 10 };
}

/** Shared by all places that accept a code or a passkey: a code has only six digits. */
export function secondFactorLimit(personId: string): RateLimit {
  return { key: `factor:${personId}`, limit: 5, windowSeconds: 900 };
}

export function policyReportLimit(address: string): RateLimit {
  return { key: `policy-report:${addressRange(address)}`, limit: 30 };
}

/** Each challenge is a row in the database. */
export function passkeyChallengeLimit(address: string): RateLimit {
  return { key: `challenge:${addressRange(address)}`, limit: 100 };
}

export function oneTimeLinkLimit(address: string): RateLimit {
  return { key: `link:${addressRange(address)}`, limit: 10 };
}

/**
 * Counts an attempt before its password is checked, so that a thousand parallel guesses cost a thousand counts, not a
 * thousand hashes. Returns null while the limit is not exceeded.
 */
export async function countAttempt({
  key,
  limit,
  windowSeconds = WINDOW_SECONDS,
}: RateLimit): Promise<Throttled | null> {
  const db = await pool();
  const { rows } = await db.query<{ failures: number; seconds: string }>(
    `insert into throttles as t (key, failures, window_ends_at)
     values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set
       failures = case when t.window_ends_at <= now() then 1 else t.failures + 1 end,
       window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
     returning failures, extract(epoch from window_ends_at - now()) as seconds`,
    [key, windowSeconds],
  );
  const [row] = rows;
  if (!row || row.failures <= limit) return null;
  return { retryAfterSeconds: Math.max(1, Math.ceil(Number(row.seconds))) };
}

/** A correct password reverts its own counts only, so that just failures add up. */
export async function refundAttempt(...limits: RateLimit[]): Promise<void> {
  const db = await pool();
  await db.query("update throttles set failures = failures - 1 where key = any($1) and failures > 0", [
    limits.map(({ key }) => key),
  ]);
}

export function throttledMessage({ retryAfterSeconds }: Throttled): string {
  return `Too many attempts. Try again in ${formatWait(retryAfterSeconds * 1000)}.`;
}
