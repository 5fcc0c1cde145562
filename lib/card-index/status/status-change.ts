import "server-only";
import { z } from "zod";
import { AuditEntry, isOutcomeUncertain } from "@/lib/audit/entry";
import { KNOWN_AT } from "@/lib/card-index/card-row";
import { pool } from "@/lib/db/database";
import type { StatusAt, StatusChange } from "@/lib/domain/cards/card-status";

/** A viewer may not have noticed a more recent change. */
const RECENT_MS = 60_000;
/** Enough to skip requests that changed nothing, such as a freeze of a frozen card. */
const MAX_ENTRIES = 10;
const CHANGED_OUTSIDE = "card.changed-outside";
const ACTIONS = ["card.freeze", "card.unfreeze", "card.block", CHANGED_OUTSIDE];
/** The issuer's clock and ours may differ by this much. */
const CLOCK_MARGIN_MS = 2_000;

/** By the database's clock; null if the index never saw the status change. */
export async function findStatusSince(cardId: string, status: string): Promise<string | null> {
  const { rows } = await (await pool()).query<{ status_since: Date | null }>(
    "select status_since from indexed_cards where id = $1 and status = $2",
    [cardId, status],
  );
  return rows[0]?.status_since?.toISOString() ?? null;
}

const State = z.object({ status: z.string() }).nullable().catch(null);

/** Null if the audit log doesn't show who set this status. */
export async function findStatusChange(
  cardId: string,
  status: string,
  viewerId: string,
): Promise<StatusChange | null> {
  const { rows } = await (await pool()).query<Row>(
    `select a.seq, a.body, b.seq as begin_seq, b.body as begin_body
     from audit a left join audit b on b.operation_id = a.operation_id and b.phase = 'begin'
     where a.target = $1 and a.phase <> 'begin' and a.outcome = 'succeeded' and a.action = any($2)
     order by a.seq desc limit ${MAX_ENTRIES}`,
    [cardId, ACTIONS],
  );
  const cause = findCausingChange(
    rows.map(toChange).sort((one, other) => other.position - one.position),
    status,
  );
  return cause && toStatusChange(cause, viewerId);
}

/**
 * The card's status at a time of the issuer's clock, which has whole seconds, and who set it. Null unless it is certain:
 * a change set it before that time, the card was read with it afterward, and nothing can have changed it in between.
 */
export async function findStatusAt(cardId: string, moment: Date, viewerId: string): Promise<StatusAt | null> {
  const earliest = new Date(moment.getTime() - CLOCK_MARGIN_MS);
  const latest = new Date(moment.getTime() + 1_000 + CLOCK_MARGIN_MS);
  const db = await pool();
  // An entry that only began has no outcome yet, so it is included as uncertain.
  const read = async (condition: string, order: string) => {
    const { rows } = await db.query<Row & { outcome: string; begun_at: Date; action: string }>(
      `select a.seq, a.body, a.outcome, a.action, b.seq as begin_seq, b.body as begin_body,
              coalesce(b.at, a.at) as begun_at
       from audit a left join audit b on b.operation_id = a.operation_id and b.phase = 'begin' and a.phase <> 'begin'
       where a.target = $1 and a.outcome in ('begun', 'succeeded', 'unknown', 'failed') and a.action = any($2)
         and (a.phase <> 'begin' or not exists
              (select from audit f where f.operation_id = a.operation_id and f.phase <> 'begin'))
         and ${condition} order by ${order} limit ${MAX_ENTRIES}`,
      [cardId, ACTIONS, earliest],
    );
    return rows.filter((row) => row.outcome !== "failed" || isUncertain(row));
  };
  const [earlier, later, indexed] = await Promise.all([
    read("a.at < $3", "a.seq desc"),
    read("a.at >= $3", "begun_at, a.seq"),
    db.query<{ status: string; known_at: Date }>(
      `select status, ${KNOWN_AT} as known_at from indexed_cards where id = $1`,
      [cardId],
    ),
  ]);
  if (earlier.some(isUncertain)) return null;
  const changes = earlier.map(toChange).sort((one, other) => other.position - one.position);
  const status = changes.find(({ before, after }) => before !== after)?.after;
  const cause = status ? findCausingChange(changes, status) : null;
  if (!status || !cause || cause.before === null) return null;
  const [next] = later;
  const [card] = indexed.rows;
  const isSeenAfterward = next
    ? // A change made elsewhere happened some time before it was detected.
      next.begun_at >= latest && next.action !== CHANGED_OUTSIDE && toChange(next).before === status
    : card?.status === status && card.known_at >= latest;
  if (!isSeenAfterward) return null;
  return { at: moment.toISOString(), status, change: toStatusChange(cause, viewerId) };
}

function isUncertain({ outcome, body }: { outcome: string; body: string }): boolean {
  return (
    outcome !== "succeeded" &&
    (outcome !== "failed" || isOutcomeUncertain(AuditEntry.parse(JSON.parse(body))))
  );
}

function toStatusChange({ actor, atMs, before }: Change, viewerId: string): StatusChange {
  return {
    at: new Date(atMs).toISOString(),
    by: actor?.name ?? null,
    isYou: actor?.id === viewerId,
    isRecent: Date.now() - atMs < RECENT_MS,
    isCertain: before !== null,
  };
}

/**
 * Expects the newest change first. A change without a status from before is uncertain, because the card may already have
 * had this status: it counts only if no earlier change explains the status.
 */
function findCausingChange(changes: readonly Change[], status: string): Change | null {
  let uncertain: Change | null = null;
  for (const change of changes) {
    if (change.before === change.after) continue;
    if (change.after !== status) break;
    if (change.before !== null) return change;
    uncertain = change;
  }
  return uncertain;
}

const EXPECTED_STATUS: Record<string, string> = {
  "card.freeze": "FROZEN",
  "card.unfreeze": "ACTIVE",
  "card.block": "BLOCKED",
};

type Row = { seq: string; body: string; begin_seq: string | null; begin_body: string | null };
type Change = Pick<AuditEntry, "actor" | "atMs"> & {
  before: string | null;
  after: string | null;
  /** Orders the changes of the card. */
  position: number;
};

/** A change that was not verified has its expected status; a change elsewhere that kept the status has none. */
function toChange({ seq, body, begin_seq, begin_body }: Row): Change {
  const entry = AuditEntry.parse(JSON.parse(body));
  const before = State.parse(entry.before)?.status ?? null;
  const after = State.parse(entry.after)?.status ?? EXPECTED_STATUS[entry.action] ?? null;
  // An outcome that was resolved later has no duration: it belongs to the person and the time of its first entry.
  if (entry.durationMs === null && begin_body !== null) {
    const { actor, atMs } = AuditEntry.parse(JSON.parse(begin_body));
    return { actor, atMs, before, after, position: Number(begin_seq) };
  }
  return { actor: entry.actor, atMs: entry.atMs, before, after, position: Number(seq) };
}
