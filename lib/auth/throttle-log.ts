import "server-only";
import { appendAudit } from "@/lib/audit/append";
import type { AuditEntry } from "@/lib/audit/entry";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import type { Job } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { addressRange } from "./client-address";

/** Of refusals that concern no known account: anyone can make any number of them. */
const REFUSED = "refused";
/** Of what a signed-in person's role does not allow. */
const DENIED = "denied";

type Attempt = Pick<AuditEntry, "action" | "target" | "actor" | "message"> & { key: string; address: string };

type ThrottledAttempt = Pick<Attempt, "key" | "action" | "target" | "address">;

type Flood = Attempt & { attempts: number; first_at: Date; last_at: Date };

/**
 * Counts an attempt that was refused for being one too many. The first of a flood is written down at once, the rest
 * are a count that is written down when the flood is over: the log cannot be drowned by what it tells of.
 */
export async function recordThrottled(attempt: ThrottledAttempt): Promise<void> {
  const message = "Too many attempts. More of them are counted until they end";
  const isFirst = await recordFirst({ ...attempt, actor: null, message });
  if (!isFirst) return;
  const { key, action, target, address } = attempt;
  log().warn({ action, target, address, limit: kindOf(key) }, "attempts are throttled");
}

/** Counts a refusal that concerns no known account, in the same way, by the address that it came from. */
export async function recordRefused(action: string, address: string, message: string): Promise<void> {
  const key = `${REFUSED}:${addressRange(address)}`;
  await recordFirst({ key, action, target: null, actor: null, address, message });
}

/** Counts what a person's role does not allow, in the same way, by the person and what they tried. */
export async function recordDenied(
  actor: NonNullable<AuditEntry["actor"]>,
  { action, message = null }: { action: string; message?: string | null },
  address: string,
): Promise<void> {
  const key = [DENIED, actor.id, actor.role, action, message].join(":");
  await recordFirst({ key, action, target: null, actor, address, message });
}

/** Whether it was the first of a flood, and so was written down. */
async function recordFirst(attempt: Attempt): Promise<boolean> {
  const { key, action, target, address, actor, message } = attempt;
  const { pool } = await database();
  const isFirst = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ attempts: number }>(
      `insert into throttled_attempts as t (key, action, target, address, actor, message)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (key) do update set attempts = t.attempts + 1, address = excluded.address, last_at = now()
       returning attempts`,
      [key, action, target, address, actor, message],
    );
    if (rows[0]?.attempts !== 1) return false;
    await appendAudit(client, { phase: "event", action, outcome: "denied", target, actor, address, message });
    return true;
  });
  if (isFirst) await publish(["audit"]);
  return isFirst;
}

/**
 * Writes down how many attempts a flood had, once it has been quiet for a while, or each hour that it lasts. A person
 * who keeps trying slowly what they may not do is one flood.
 */
export async function recordEndedFloods(): Promise<void> {
  const { pool } = await database();
  const floods = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Flood>(
      `delete from throttled_attempts
       where first_at < now() - interval '1 hour'
         or last_at < now() - case when key like '${DENIED}:%' then interval '10 minutes' else interval '1 minute' end
       returning *`,
    );
    const untold = rows.filter(isUntold);
    for (const flood of untold) {
      const { key, action, target, address, actor, attempts, first_at, last_at } = flood;
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
        actor,
        address,
        message: summaryOf(flood),
        input,
      });
    }
    return untold;
  });
  for (const { key, action, target, address, actor, attempts } of floods)
    log().warn(
      { action, target, address, personId: actor?.id, limit: kindOf(key), attempts },
      `${isThrottled(key) ? "throttled" : kindOf(key)} attempts have ended`,
    );
  if (floods.length > 0) await publish(["audit"]);
}

export const recordEndedFloodsJob: Job<object> = {
  name: "record-ended-floods",
  cron: "* * * * *",
  run: recordEndedFloods,
};

/** A single refusal has been written down in full already. */
function isUntold({ key, attempts }: Flood): boolean {
  return attempts > 1 || isThrottled(key);
}

function summaryOf({ key, attempts, message }: Flood): string {
  const kind = kindOf(key);
  if (kind === DENIED) return `Denied ${attempts} times${message ? `: ${message}` : ""}`;
  if (kind === REFUSED) return `${attempts} attempts were refused: wrong e-mail or password`;
  return attempts === 1 ? "1 attempt was throttled" : `${attempts} attempts were throttled`;
}

function isThrottled(key: string): boolean {
  return kindOf(key) !== REFUSED && kindOf(key) !== DENIED;
}

/** Which limit it was: the address's, the account's, one browser's; or that there was none. */
function kindOf(key: string): string {
  return key.split(":", 1)[0] ?? key;
}
