import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import type { Job } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { addressRange } from "./client-address";

/** Of refusals that concern no known account: anyone can make any number of them. */
const REFUSED = "refused";

type ThrottledAttempt = { key: string; action: string; target: string | null; address: string };

type Flood = {
  key: string;
  action: string;
  target: string | null;
  address: string;
  attempts: number;
  first_at: Date;
  last_at: Date;
};

/**
 * Counts an attempt that was refused for being one too many. The first of a flood is written down at once, the rest
 * are a count that is written down when the flood is over: the log cannot be drowned by what it tells of.
 */
export async function recordThrottled(attempt: ThrottledAttempt): Promise<void> {
  const isFirst = await recordFirst(attempt, "Too many attempts. More of them are counted until they end");
  if (!isFirst) return;
  const { key, action, target, address } = attempt;
  log().warn({ action, target, address, limit: kindOf(key) }, "attempts are throttled");
}

/** Counts a refusal that concerns no known account, in the same way, by the address that it came from. */
export async function recordRefused(action: string, address: string, message: string): Promise<void> {
  await recordFirst({ key: `${REFUSED}:${addressRange(address)}`, action, target: null, address }, message);
}

/** Whether it was the first of a flood, and so was written down. */
async function recordFirst(attempt: ThrottledAttempt, message: string): Promise<boolean> {
  const { key, action, target, address } = attempt;
  const { pool } = await database();
  const { rows } = await pool.query<{ attempts: number }>(
    `insert into throttled_attempts as t (key, action, target, address) values ($1, $2, $3, $4)
     on conflict (key) do update set attempts = t.attempts + 1, address = excluded.address, last_at = now()
     returning attempts`,
    [key, action, target, address],
  );
  if (rows[0]?.attempts !== 1) return false;
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action,
      outcome: "denied",
      target,
      address,
      message,
    }),
  );
  await publish(["audit"]);
  return true;
}

/** Writes down how many attempts a flood had, once it has been quiet for a minute, or each hour that it lasts. */
export async function recordEndedFloods(): Promise<void> {
  const { pool } = await database();
  const floods = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Flood>(
      `delete from throttled_attempts
       where last_at < now() - interval '1 minute' or first_at < now() - interval '1 hour'
       returning *`,
    );
    // A single refusal has been written down in full already.
    const untold = rows.filter(({ key, attempts }) => attempts > 1 || kindOf(key) !== REFUSED);
    for (const flood of untold) {
      const { key, action, target, address, attempts, first_at, last_at } = flood;
      const input = {
        attempts,
        limit: kindOf(key),
        firstAt: first_at.toISOString(),
        lastAt: last_at.toISOString(),
      };
      await appendAudit(client, {
        phase: "event",
        action,
        outcome: "denied",
        target,
        address,
        message: summaryOf(flood),
        input,
      });
    }
    return untold;
  });
  for (const { key, action, target, address, attempts } of floods)
    log().warn(
      { action, target, address, limit: kindOf(key), attempts },
      `${kindOf(key) === REFUSED ? "refused" : "throttled"} attempts have ended`,
    );
  if (floods.length > 0) await publish(["audit"]);
}

export const recordEndedFloodsJob: Job<object> = {
  name: "record-ended-floods",
  cron: "* * * * *",
  run: recordEndedFloods,
};

function summaryOf({ key, attempts }: Flood): string {
  if (kindOf(key) === REFUSED) return `${attempts} attempts were refused: wrong e-mail or password`;
  return attempts === 1 ? "1 attempt was throttled" : `${attempts} attempts were throttled`;
}

/** Which limit it was: the address's, the account's, one browser's; or that there was none. */
function kindOf(key: string): string {
  return key.split(":", 1)[0] ?? key;
}
