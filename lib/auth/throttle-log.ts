import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import type { AuditEntry } from "@/lib/audit/entry";
import { database } from "@/lib/db/database";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { publish } from "@/lib/events/bus";
import { type Job, QUEUE_RETRIES } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { addressRange } from "./client-address";

/** Key prefix for failed sign-ins without a known account. */
const REJECTED = "refused";
/** Key prefix for refused sign-ins through the provider of single sign-on. */
const REFUSED_BY_PROVIDER = "provider";
/** Key prefix for actions that a signed-in person's role doesn't allow. */
const DENIED = "denied";
/** The number of targets and addresses that get a separate row per person and action; all others share one row. */
const MAX_SEPARATE_DENIALS = 20;
const DENIAL_LOCK = 7_203_119;

type Attempt = Pick<AuditEntry, "action" | "target" | "actor" | "message"> & { key: string; address: string };

type ThrottledAttempt = Pick<Attempt, "key" | "action" | "target" | "address">;

type Flood = Attempt & { attempts: number; first_at: Date; last_at: Date };

/**
 * Counts a throttled attempt. The first of a flood is recorded immediately, the rest as one count when the flood ends,
 * so that a flood can't fill up the audit log.
 */
export async function recordThrottled(attempt: ThrottledAttempt): Promise<void> {
  const message = "Too many attempts. Further attempts are counted and recorded when they stop.";
  const isFirst = await recordFirst({ ...attempt, actor: null, message });
  if (!isFirst) return;
  const { key, action, target, address } = attempt;
  log().warn({ action, target, address, limit: kindOf(key) }, "Attempts throttled");
}

/** Counts a failed sign-in without a known account in the same way, per address. */
export async function recordRejected(action: string, address: string, message: string): Promise<void> {
  const key = `${REJECTED}:${addressRange(address)}`;
  await recordFirst({ key, action, target: null, actor: null, address, message });
}

/** A refused sign-in through the provider, per address and reason. */
export async function recordProviderRefusal(action: string, address: string, message: string): Promise<void> {
  const key = `${REFUSED_BY_PROVIDER}:${addressRange(address)}:${message}`;
  await recordFirst({ key, action, target: null, actor: null, address, message });
}

type Denial = { action: string; message?: string | null; target?: string | null };

/** Counts a denied action in the same way, per person, action, target and address. */
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
    // Serialized, so that concurrent attempts can't exceed the limit together.
    await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [DENIAL_LOCK, group]);
    const { rows } = await client.query<{ separate: number; isCounted: boolean | null }>(
      `select count(*)::int as separate, bool_or(key = $2) as "isCounted"
       from throttled_attempts where starts_with(key, $1)`,
      [group, key],
    );
    const [{ separate, isCounted } = { separate: 0, isCounted: false }] = rows;
    if (isCounted || separate < MAX_SEPARATE_DENIALS) return attempt;
    const note = "Too many targets or addresses to record separately";
    return { ...attempt, key: group, target: null, message: message ? `${message}. ${note}` : note };
  });
}

/** Returns true if the attempt was the first of a flood and was recorded. `chooseGroup` may count it together with others. */
async function recordFirst(
  attempt: Attempt,
  chooseGroup: (client: pg.PoolClient) => Promise<Attempt> = async () => attempt,
): Promise<boolean> {
  const { pool } = await database();
  const isFirst = await inTransaction(pool, async (client) => {
    const { key, action, target, address, actor, message } = await chooseGroup(client);
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
 * Records the number of attempts once a flood has paused for a while, or every hour while it lasts. The longer pause for
 * denials lets slow, repeated attempts by one person count as one flood.
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
    const summarized = rows.filter(needsSummary);
    for (const flood of summarized) {
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
    return summarized;
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
  title: "Throttled attempts",
  purpose: "Adds one audit entry for each burst of throttled or denied attempts, with their number.",
  trigger: "Every minute.",
  concurrency: "One transaction deletes the counters and records them, so none is recorded twice.",
  retries: QUEUE_RETRIES,
  crash: "The transaction is rolled back, and the next run repeats it.",
  cron: "* * * * *",
  run: recordEndedFloods,
};

/** A single failed or denied attempt has already been recorded in full. */
function needsSummary({ key, attempts }: Flood): boolean {
  return attempts > 1 || isThrottled(key);
}

function summaryOf({ key, attempts, message }: Flood): string {
  const kind = kindOf(key);
  if (kind === DENIED) return `Denied ${attempts} times${message ? `: ${message}` : ""}`;
  if (kind === REFUSED_BY_PROVIDER) return `${attempts} sign-ins were refused. ${message}`;
  if (kind === REJECTED) return `${attempts} attempts were rejected: wrong email or password`;
  return attempts === 1 ? "1 attempt was throttled" : `${attempts} attempts were throttled`;
}

function isThrottled(key: string): boolean {
  return ![REJECTED, DENIED, REFUSED_BY_PROVIDER].includes(kindOf(key));
}

/** Returns the name of the limit that was exceeded, or one of the key prefixes above. */
function kindOf(key: string): string {
  return key.split(":", 1)[0] ?? key;
}
