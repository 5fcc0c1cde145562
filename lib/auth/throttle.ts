import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { formatWait } from "@/lib/domain/time/wait";
import { addressRange } from "./client-address";
import { readDigits } from "./second-factor/totp";

const WINDOW_SECONDS = 60;

/** The maximum number of attempts per key and window. */
export type RateLimit = { key: string; limit: number; windowSeconds?: number; advice?: string };

/** The advice is what to do instead of waiting. */
export type Throttled = { retryAfterSeconds: number; advice?: string | undefined };

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

/**
 * For what the person gives as the second factor. Codes of six digits also have a limit for a month, because five in 15
 * minutes find one within years. What can't be guessed hasn't, so that whoever knows the password locks nobody out.
 */
export function secondFactorLimits(personId: string, code: string | null): RateLimit[] {
  const limits = [secondFactorLimit(personId)];
  return code !== null && readDigits(code) ? [...limits, codeLimit(personId)] : limits;
}

const DAY_SECONDS = 86_400;

function codeLimit(personId: string): RateLimit {
  const advice =
    "Too many wrong codes. Use a passkey or a recovery code, or ask an admin for a link to set a new password.";
  return { key: `codes:${personId}`, limit: 100, windowSeconds: 30 * DAY_SECONDS, advice };
}

/** For a new password or new factors: whoever guessed knows nothing then. */
export async function forgetWrongCodes(client: pg.ClientBase, personId: string): Promise<void> {
  await client.query("delete from throttles where key = $1", [codeLimit(personId).key]);
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
  advice,
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
  return { retryAfterSeconds: Math.max(1, Math.ceil(Number(row.seconds))), advice };
}

/** Returns the first limit that is exceeded; those after it aren't counted. */
export async function countAttempts(
  limits: readonly RateLimit[],
): Promise<(Throttled & { key: string }) | null> {
  for (const limit of limits) {
    const throttled = await countAttempt(limit);
    if (throttled) return { ...throttled, key: limit.key };
  }
  return null;
}

/** A correct password reverts its own counts only, so that just failures add up. */
export async function refundAttempt(...limits: RateLimit[]): Promise<void> {
  const db = await pool();
  await db.query("update throttles set failures = failures - 1 where key = any($1) and failures > 0", [
    limits.map(({ key }) => key),
  ]);
}

export function throttledMessage({ retryAfterSeconds, advice }: Throttled): string {
  return advice ?? `Too many attempts. Try again in ${formatWait(retryAfterSeconds * 1000)}.`;
}
