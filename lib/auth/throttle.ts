import "server-only";
import { pool } from "@/lib/db/database";

const WINDOW_SECONDS = 60;

const LIMITS = { account: 10, address: 100 } as const;

export type Throttled = { retryAfterSeconds: number };

/**
 * Counts a sign-in before its password is looked at; a count over the limit refuses it until the window ends.
 * Counting first means that a thousand parallel guesses are a thousand counts, not a thousand hashes.
 */
export async function countSignIn(email: string, address: string): Promise<Throttled | null> {
  const account = await count(accountKey(email), LIMITS.account);
  const place = await count(addressKey(address), LIMITS.address);
  const waits = [account, place].filter((wait) => wait !== null);
  return waits.length === 0 ? null : { retryAfterSeconds: Math.max(...waits) };
}

/** A right password takes its own counts back: only failures add up. */
export async function forgiveSignIn(email: string, address: string): Promise<void> {
  const db = await pool();
  await db.query("delete from throttles where key = $1", [accountKey(email)]);
  await db.query("update throttles set failures = failures - 1 where key = $1 and failures > 0", [
    addressKey(address),
  ]);
}

async function count(key: string, limit: number): Promise<number | null> {
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
  return row && row.failures > limit ? Math.max(1, Math.ceil(Number(row.seconds))) : null;
}

function accountKey(email: string): string {
  return `account:${email.toLowerCase()}`;
}

function addressKey(address: string): string {
  return `address:${address}`;
}
