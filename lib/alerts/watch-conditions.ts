import "server-only";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { formatHead } from "@/lib/audit/head";
import { readEnds } from "@/lib/audit/verify";
import { database } from "@/lib/db/database";
import {
  type AlertMessage,
  clearedMessage,
  headMessage,
  openedMessage,
  type ToldAlert,
} from "@/lib/domain/alerts/alert-message";
import {
  AUDIT_HEAD,
  CONDITIONS,
  type Condition,
  type ConditionName,
  findCondition,
} from "@/lib/domain/alerts/conditions";
import {
  clearAfterMinutes,
  FLAPPING_HOURS,
  nextStep,
  type OngoingAlert,
  type Step,
} from "@/lib/domain/alerts/next-step";
import { env } from "@/lib/env";
import { publishOn } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { dropWaitingHeads, queueMessage } from "./deliveries";
import type { Finding, Reader } from "./finding";
import { auditReader } from "./readers/audit";
import { cardIndexReader } from "./readers/card-index";
import { certificatesReader } from "./readers/certificates";
import { databaseReader } from "./readers/database";
import { diskReader } from "./readers/disk";
import { issuerReader } from "./readers/issuer";
import { jobsReader } from "./readers/jobs";
import { mailReader } from "./readers/mail";
import { operationsReader } from "./readers/operations";
import { reportsReader } from "./readers/reports";
import { webhooksReader } from "./readers/webhooks";

/** What is the same for every copy: one of them reads it each minute. */
export const PROGRAM_READERS: readonly Reader[] = [
  issuerReader,
  cardIndexReader,
  webhooksReader,
  reportsReader,
  operationsReader,
  auditReader,
  jobsReader,
  mailReader,
  databaseReader,
  certificatesReader,
];
/** What each copy reads for its own machine. */
export const MACHINE_READERS: readonly Reader[] = [diskReader];

/** Serializes the copies' changes of alerts. */
const WATCH_LOCK = 7_203_124;
/** A little less than a minute, because copies look every ten seconds. */
const CHECK_EVERY_SECONDS = 55;
const READ_TIMEOUT_MS = 30_000;
/** A machine that has not been heard of for this long is gone. */
const MACHINE_GONE_HOURS = 24;

/** Returns whether this copy is the one that reads this minute. A time in the future is of a clock that was set back. */
export async function claimCheck(db: pg.Pool): Promise<boolean> {
  const { rowCount } = await db.query(
    `update alert_watch set checked_at = now()
     where checked_at not between now() - make_interval(secs => $1) and now() + make_interval(secs => $1)`,
    [CHECK_EVERY_SECONDS],
  );
  return Boolean(rowCount);
}

/** Copies take turns, and their clocks differ. */
async function readClock(db: pg.Pool): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("select now()");
  if (!rows[0]) throw new Error("The database told no time");
  return rows[0].now;
}

/**
 * Reads the conditions, then opens and clears alerts and stores their messages in one transaction. `at` is for tests;
 * the time is the database's.
 */
export async function watchConditions(readers: readonly Reader[], at?: Date): Promise<void> {
  const { pool } = await database();
  const now = at ?? (await readClock(pool));
  const readings = await readAll(readers, now);
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WATCH_LOCK]);
    if (await applyReadings(client, readings, now)) await publishOn(client, ["alerts"]);
  });
}

type Readings = {
  conditions: ReadonlySet<ConditionName>;
  findings: Finding[];
  /** By their keys. */
  unread: ReadonlySet<string>;
};

async function readAll(readers: readonly Reader[], now: Date): Promise<Readings> {
  const conditions = new Set<ConditionName>();
  const findings: Finding[] = [];
  const unread = new Set<string>();
  for (const reader of readers) {
    try {
      for (const found of await withTimeout(reader.read(now)))
        if ("isUnread" in found) unread.add(keyOf(found));
        else findings.push(found);
      for (const condition of reader.conditions) conditions.add(condition);
    } catch (error) {
      log().warn({ err: error, conditions: reader.conditions }, "Could not read the conditions of alerts");
    }
  }
  return { conditions, findings, unread };
}

async function withTimeout<T>(reading: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = pause(READ_TIMEOUT_MS, null, { signal: timer.signal, ref: false }).then(() => {
    throw new Error("Reading took too long");
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
    reading.catch(() => undefined);
  }
}

type StoredAlert = OngoingAlert & { id: string; condition: ConditionName; subject: string; detail: string };

const keyOf = ({ condition, subject }: { condition: string; subject: string }) => `${condition}:${subject}`;

/** Returns whether anything changed that people see. */
async function applyReadings(client: pg.PoolClient, readings: Readings, now: Date): Promise<boolean> {
  const ongoing = new Map((await listOngoing(client)).map((alert) => [keyOf(alert), alert]));
  const found = new Map(readings.findings.map((finding) => [keyOf(finding), finding]));
  const openConditions = new Set(
    [...ongoing.values()]
      .filter(({ openedAt }) => openedAt !== null)
      .map(({ condition }) => condition as string),
  );
  let hasChanged = false;
  for (const key of new Set([...ongoing.keys(), ...found.keys()])) {
    const alert = ongoing.get(key) ?? null;
    const finding = found.get(key) ?? null;
    const { condition, subject } = (finding ?? alert) as Finding | StoredAlert;
    if (!readings.conditions.has(condition) || readings.unread.has(key)) continue;
    if (!isAbout({ condition, subject, alert }, now)) continue;
    const rule: Condition = CONDITIONS[condition];
    const openings = alert?.goodSince ? await countOpenings(client, alert, now) : 0;
    const timing = {
      openAfterMinutes: rule.openAfterMinutes,
      clearAfterMinutes: clearAfterMinutes(openings),
    };
    const step = nextStep(alert, finding !== null, timing, now);
    const isExplained = step === "open" && rule.causedBy !== undefined && openConditions.has(rule.causedBy);
    await STEPS[isExplained ? (alert ? "see" : "begin") : step](client, alert, finding, now);
    if (step === "open" && !isExplained) openConditions.add(condition);
    const isBack = step === "see" && alert?.goodSince != null;
    hasChanged ||= (step === "open" && !isExplained) || step === "clear" || step === "rest" || isBack;
  }
  return hasChanged;
}

/** Another machine's reading says nothing about this one, until it is clear that the machine is gone. */
function isAbout(
  { condition, subject, alert }: { condition: ConditionName; subject: string; alert: StoredAlert | null },
  now: Date,
): boolean {
  const { isPerMachine }: Condition = CONDITIONS[condition];
  if (!isPerMachine || subject === hostname()) return true;
  return alert !== null && now.getTime() - alert.lastSeenAt.getTime() > MACHINE_GONE_HOURS * 3_600_000;
}

/** Only those that this version knows. */
async function listOngoing(client: pg.PoolClient): Promise<StoredAlert[]> {
  const { rows } = await client.query<StoredAlert>(
    `select id, condition, subject, detail, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt",
            opened_at as "openedAt", good_since as "goodSince"
     from alerts where cleared_at is null order by first_seen_at, id`,
  );
  return rows.filter(({ condition }) => findCondition(condition) !== null);
}

async function countOpenings(
  client: pg.PoolClient,
  { condition, subject }: StoredAlert,
  now: Date,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from alerts
     where condition = $1 and subject = $2 and opened_at > $3::timestamptz - make_interval(hours => $4)`,
    [condition, subject, now, FLAPPING_HOURS],
  );
  return rows[0]?.count ?? 0;
}

type Apply = (
  client: pg.PoolClient,
  alert: StoredAlert | null,
  finding: Finding | null,
  now: Date,
) => Promise<void>;

const STEPS: Record<Step, Apply> = {
  none: async () => undefined,
  async begin(client, alert, finding, now) {
    if (finding) await insertAlert(client, alert, finding, now, null);
  },
  async see(client, alert, finding, now) {
    await client.query("update alerts set last_seen_at = $2, good_since = null, detail = $3 where id = $1", [
      alert?.id,
      now,
      finding?.detail,
    ]);
  },
  async open(client, alert, finding, now) {
    if (!finding) return;
    const opened = await insertAlert(client, alert, finding, now, now);
    await tell(client, opened, "opened", openedMessage(opened, now, env().publicUrl));
    const { condition, subject } = finding;
    log().warn({ condition, subject, alertId: opened.id }, "Alert opened");
  },
  async rest(client, alert, _, now) {
    await client.query("update alerts set good_since = $2 where id = $1", [alert?.id, now]);
  },
  async clear(client, alert, _, now) {
    if (!alert) return;
    await client.query("update alerts set cleared_at = $2 where id = $1", [alert.id, now]);
    await tell(client, alert, "cleared", clearedMessage(alert, now, env().publicUrl));
    const { condition, subject } = alert;
    log().info({ condition, subject, alertId: alert.id }, "Alert cleared");
  },
  async forget(client, alert) {
    await client.query("delete from alerts where id = $1", [alert?.id]);
  },
};

/** Replaces what is remembered about an alert that nobody was told about. */
async function insertAlert(
  client: pg.PoolClient,
  alert: StoredAlert | null,
  { condition, subject, detail }: Finding,
  now: Date,
  openedAt: Date | null,
): Promise<ToldAlert> {
  const { rows } = await client.query<{ id: string; firstSeenAt: Date }>(
    `insert into alerts (id, condition, subject, detail, first_seen_at, last_seen_at, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (condition, subject) where cleared_at is null
     do update set detail = excluded.detail, first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at,
       opened_at = excluded.opened_at
     returning id, first_seen_at as "firstSeenAt"`,
    [
      alert?.id ?? randomUUID(),
      condition,
      subject,
      detail,
      openedAt && alert ? alert.firstSeenAt : now,
      now,
      openedAt,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error("The alert was not stored");
  return { ...row, condition, subject, detail };
}

async function tell(
  client: pg.PoolClient,
  { id, condition }: ToldAlert,
  event: "opened" | "cleared",
  message: AlertMessage,
): Promise<void> {
  await queueMessage(client, condition, event, id, message);
}

/**
 * Once in every hour of the clock, tells all channels the head of the audit log, and writes it to the log. Whoever keeps
 * it can tell later whether the chain was rewritten from the start. A head that doesn't arrive means that nothing runs.
 */
export async function sendHead(at?: Date): Promise<void> {
  const { pool } = await database();
  const now = at ?? (await readClock(pool));
  const head = await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update alert_watch set head_at = $1
       where head_at is null or date_trunc('hour', head_at, 'UTC') < date_trunc('hour', $1::timestamptz, 'UTC')
         or head_at > $1::timestamptz + interval '1 hour'`,
      [now],
    );
    if (!rowCount) return null;
    const ends = await readEnds(client);
    if (ends.head.seq === 0) return null;
    const text = formatHead(ends.head);
    await dropWaitingHeads(client);
    await queueMessage(client, AUDIT_HEAD, "head", null, headMessage(text, now, env().publicUrl));
    return text;
  });
  if (head) log().info({ head }, "Head of the audit log");
}
