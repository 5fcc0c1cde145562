import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import type { Job } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";

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
export async function recordThrottled({ key, action, target, address }: ThrottledAttempt): Promise<void> {
  const { pool } = await database();
  const { rows } = await pool.query<{ attempts: number }>(
    `insert into throttled_attempts as t (key, action, target, address) values ($1, $2, $3, $4)
     on conflict (key) do update set attempts = t.attempts + 1, address = excluded.address, last_at = now()
     returning attempts`,
    [key, action, target, address],
  );
  if (rows[0]?.attempts !== 1) return;
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action,
      outcome: "denied",
      target,
      address,
      message: "Too many attempts. More of them are counted until they end",
    }),
  );
  await publish(["audit"]);
  log().warn({ action, target, address, limit: kindOf(key) }, "attempts are throttled");
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
    for (const { key, action, target, address, attempts, first_at, last_at } of rows) {
      const input = {
        attempts,
        limit: kindOf(key),
        firstAt: first_at.toISOString(),
        lastAt: last_at.toISOString(),
      };
      const message = attempts === 1 ? "1 attempt was throttled" : `${attempts} attempts were throttled`;
      await appendAudit(client, {
        phase: "event",
        action,
        outcome: "denied",
        target,
        address,
        message,
        input,
      });
    }
    return rows;
  });
  for (const { key, action, target, address, attempts } of floods)
    log().warn({ action, target, address, limit: kindOf(key), attempts }, "throttled attempts have ended");
  if (floods.length > 0) await publish(["audit"]);
}

export const recordEndedFloodsJob: Job<object> = {
  name: "record-ended-floods",
  cron: "* * * * *",
  run: recordEndedFloods,
};

/** Which limit it was: the address's, the account's, one browser's. */
function kindOf(key: string): string {
  return key.split(":", 1)[0] ?? key;
}
