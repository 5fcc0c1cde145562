import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import type { AuditEntry } from "@/lib/audit/entry";
import { database } from "@/lib/db/database";
import { maskCardSecrets } from "@/lib/domain/card-secrets";
import { publish } from "@/lib/events/bus";
import type { Job } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { addressRange } from "./client-address";

/** Of refusals that concern no known account: anyone can make any number of them. */
const REFUSED = "refused";
/** Of what a signed-in person's role does not allow. */
const DENIED = "denied";
/** Of one person's denials of one action, so many targets and addresses have rows of their own; all others share one. */
const MOST_DENIALS_APART = 20;
const DENIAL_LOCK = 7_203_119;

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
  log().warn({ action, target, address, limit: kindOf(key) }, "Attempts throttled");
}

/** Counts a refusal that concerns no known account, in the same way, by the address that it came from. */
export async function recordRefused(action: string, address: string, message: string): Promise<void> {
  const key = `${REFUSED}:${addressRange(address)}`;
  await recordFirst({ key, action, target: null, actor: null, address, message });
}

type Denial = { action: string; message?: string | null; target?: string | null };

/** Counts what a person's role does not allow, in the same way, by the person, what they tried, on what and from where. */
export async function recordDenied(
  actor: NonNullable<AuditEntry["actor"]>,
  denial: Denial,
  address: string,
): Promise<void> {
  const { action, message = null } = denial;
  const target = denial.target ? maskCardSecrets(denial.target) : null;
  const group = `${[DENIED, actor.id, actor.role, action, message].join(":")}:`;
  const key = group + JSON.stringify([target, addressRange(address)]);
  const attempt = { key, action, target, actor, address, message };
  await recordFirst(attempt, async (client) => {
    // In turn, so that parallel attempts don't count past the limit together.
    await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [DENIAL_LOCK, group]);
    const { rows } = await client.query<{ apart: number; isCounted: boolean | null }>(
      `select count(*)::int as apart, bool_or(key = $2) as "isCounted"
       from throttled_attempts where starts_with(key, $1)`,
      [group, key],
    );
    const [{ apart, isCounted } = { apart: 0, isCounted: false }] = rows;
    if (isCounted || apart < MOST_DENIALS_APART) return attempt;
    const words = "More targets or addresses than have rows of their own";
    return { ...attempt, key: group, target: null, message: message ? `${message}. ${words}` : words };
  });
}

/** Whether it was the first of a flood, and so was written down. `fold` may count it with others instead. */
async function recordFirst(
  given: Attempt,
  fold: (client: pg.PoolClient) => Promise<Attempt> = async () => given,
): Promise<boolean> {
  const { pool } = await database();
  const isFirst = await inTransaction(pool, async (client) => {
    const { key, action, target, address, actor, message } = await fold(client);
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
      isThrottled(key) ? "Throttled attempts ended" : `Attempts ended: ${kindOf(key)}`,
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
  if (kind === REFUSED) return `${attempts} attempts were rejected: wrong email or password`;
  return attempts === 1 ? "1 attempt was throttled" : `${attempts} attempts were throttled`;
}

function isThrottled(key: string): boolean {
  return kindOf(key) !== REFUSED && kindOf(key) !== DENIED;
}

/** Which limit it was: the address's, the account's, one browser's; or that there was none. */
function kindOf(key: string): string {
  return key.split(":", 1)[0] ?? key;
}
