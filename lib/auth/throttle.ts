import "server-only";
import { createHash } from "node:crypto";
import { pool } from "@/lib/db/database";
import { addressRange } from "./client-address";

const WINDOW_SECONDS = 60;

/** How many attempts a key may make in a window. */
export type Allowance = { key: string; limit: number };

export type Throttled = { retryAfterSeconds: number };

/** Shared by everyone who comes from there. */
export function addressAllowance(address: string): Allowance {
  return { key: `address:${addressRange(address)}`, limit: 100 };
}

/** Shared by all browsers in which the account's owner has not signed in before. */
export function strangersAllowance(personId: string): Allowance {
  return { key: `strangers:${personId}`, limit: 10 };
}

/** The same for an address that nobody has, so that it behaves no differently. */
export function unknownAllowance(foldedEmail: string): Allowance {
  return { key: `unknown:${createHash("sha256").update(foldedEmail).digest("hex")}`, limit: 10 };
}

/** A browser in which the account's owner has signed in before. */
export function deviceAllowance(deviceId: string): Allowance {
  return { key: `device:${deviceId}`, limit: 10 };
}

/** Someone who is signed in and proves their password once more. */
export function ownAllowance(personId: string): Allowance {
  return { key: `own:${personId}`, limit: 10 };
}

/** One-time links tried from one place. */
export function linkAllowance(address: string): Allowance {
  return { key: `link:${addressRange(address)}`, limit: 10 };
}

/**
 * Counts an attempt before its password is looked at; a count over the limit refuses it until the window ends.
 * Counting first means that a thousand parallel guesses are a thousand counts, not a thousand hashes.
 */
export async function countAttempt({ key, limit }: Allowance): Promise<Throttled | null> {
  const db = await pool();
  const { rows } = await db.query<{ failures: number; seconds: string }>(
    `insert into throttles as t (key, failures, window_ends_at)
     values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set
       failures = case when t.window_ends_at <= now() then 1 else t.failures + 1 end,
       window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
     returning failures, extract(epoch from window_ends_at - now()) as seconds`,
    [key, WINDOW_SECONDS],
  );
  const [row] = rows;
  if (!row || row.failures <= limit) return null;
  return { retryAfterSeconds: Math.max(1, Math.ceil(Number(row.seconds))) };
}

/** A right password takes its own counts back, and nobody else's: only failures add up. */
export async function uncountAttempt(...allowances: Allowance[]): Promise<void> {
  const db = await pool();
  await db.query("update throttles set failures = failures - 1 where key = any($1) and failures > 0", [
    allowances.map(({ key }) => key),
  ]);
}

export function throttledWords({ retryAfterSeconds }: Throttled): string {
  return `Too many attempts. Try again in ${retryAfterSeconds} seconds.`;
}
