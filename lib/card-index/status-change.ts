import "server-only";
import { z } from "zod";
import { AuditEntry } from "@/lib/audit/entry";
import { pool } from "@/lib/db/database";
import type { StatusAt, StatusChange } from "@/lib/domain/card-status";
import { KNOWN_AT } from "./card-row";

/** Whoever looks at a screen may not have taken in a change that is younger than this. */
const RECENT_MS = 60_000;
/** Past requests that changed nothing, such as a freeze of a frozen card. */
const LOOKED_AT = 10;
const OUTSIDE = "card.changed-outside";
const ACTIONS = ["card.freeze", "card.unfreeze", "card.block", OUTSIDE];
/** By how much the issuer's clock and ours may differ. */
const CLOCK_MARGIN_MS = 2_000;

/** Since when the index has seen the card in this status, by the database's clock; null where it never saw it change. */
export async function findStatusSince(cardId: string, status: string): Promise<string | null> {
  const { rows } = await (await pool()).query<{ status_since: Date | null }>(
    "select status_since from indexed_cards where id = $1 and status = $2",
    [cardId, status],
  );
  return rows[0]?.status_since?.toISOString() ?? null;
}

const State = z.object({ status: z.string() }).nullable().catch(null);

/** Who gave the card this status, and when; null where the audit log does not tell. */
export async function findStatusChange(
  cardId: string,
  status: string,
  viewerId: string,
): Promise<StatusChange | null> {
  const { rows } = await (await pool()).query<Row>(
    `select a.seq, a.body, b.seq as begin_seq, b.body as begin_body
     from audit a left join audit b on b.operation_id = a.operation_id and b.phase = 'begin'
     where a.target = $1 and a.phase <> 'begin' and a.outcome = 'succeeded' and a.action = any($2)
     order by a.seq desc limit ${LOOKED_AT}`,
    [cardId, ACTIONS],
  );
  const made = findMade(
    rows.map(toChange).sort((one, other) => other.place - one.place),
    status,
  );
  return made && toStatusChange(made, viewerId);
}

/**
 * The status that the card had at a moment of the issuer's clock, which writes whole seconds, and who gave it. Null
 * unless it is certain: a change led to it before, the card was seen with it afterwards, and nothing here or elsewhere
 * may have changed it in between.
 */
export async function findStatusAt(cardId: string, moment: Date, viewerId: string): Promise<StatusAt | null> {
  const earliest = new Date(moment.getTime() - CLOCK_MARGIN_MS);
  const latest = new Date(moment.getTime() + 1_000 + CLOCK_MARGIN_MS);
  const db = await pool();
  const read = (condition: string, order: string) =>
    db.query<Row & { outcome: string; begun_at: Date; action: string }>(
      `select a.seq, a.body, a.outcome, a.action, b.seq as begin_seq, b.body as begin_body,
              coalesce(b.at, a.at) as begun_at
       from audit a left join audit b on b.operation_id = a.operation_id and b.phase = 'begin'
       where a.target = $1 and a.phase <> 'begin' and a.outcome in ('succeeded', 'unknown') and a.action = any($2)
         and ${condition} order by ${order} limit ${LOOKED_AT}`,
      [cardId, ACTIONS, earliest],
    );
  const [earlier, later, indexed] = await Promise.all([
    read("a.at < $3", "a.seq desc"),
    read("a.at >= $3", "begun_at, a.seq"),
    db.query<{ status: string; known_at: Date }>(
      `select status, ${KNOWN_AT} as known_at from indexed_cards where id = $1`,
      [cardId],
    ),
  ]);
  if (earlier.rows.some(({ outcome }) => outcome === "unknown")) return null;
  const changes = earlier.rows.map(toChange).sort((one, other) => other.place - one.place);
  const status = changes.find(({ before, after }) => before !== after)?.after;
  const made = status ? findMade(changes, status) : null;
  if (!status || !made || made.before === null) return null;
  const [next] = later.rows;
  const [card] = indexed.rows;
  const isSeenAfterwards = next
    ? // A change made elsewhere happened some time before it was found.
      next.begun_at >= latest && next.action !== OUTSIDE && toChange(next).before === status
    : card?.status === status && card.known_at >= latest;
  if (!isSeenAfterwards) return null;
  return { at: moment.toISOString(), status, change: toStatusChange(made, viewerId) };
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
 * Of changes with the newest first, the one that led to the status. A change without a reading from before is evidence
 * of the status, not of a change: it counts only where no earlier one explains the status.
 */
function findMade(changes: readonly Change[], status: string): Change | null {
  let uncertain: Change | null = null;
  for (const change of changes) {
    if (change.before === change.after) continue;
    if (change.after !== status) break;
    if (change.before !== null) return change;
    uncertain = change;
  }
  return uncertain;
}

const EXPECTED: Record<string, string> = {
  "card.freeze": "FROZEN",
  "card.unfreeze": "ACTIVE",
  "card.block": "BLOCKED",
};

type Row = { seq: string; body: string; begin_seq: string | null; begin_body: string | null };
type Change = Pick<AuditEntry, "actor" | "atMs"> & {
  before: string | null;
  after: string | null;
  /** Its place in the order of what happened to the card. */
  place: number;
};

/** A change that could not be read back led where it had to; a change elsewhere that left the status alone has none. */
function toChange({ seq, body, begin_seq, begin_body }: Row): Change {
  const entry = AuditEntry.parse(JSON.parse(body));
  const before = State.parse(entry.before)?.status ?? null;
  const after = State.parse(entry.after)?.status ?? EXPECTED[entry.action] ?? null;
  // An outcome that was settled later has no duration: it happened near its begin, and belongs to whoever began it.
  if (entry.durationMs === null && begin_body !== null) {
    const { actor, atMs } = AuditEntry.parse(JSON.parse(begin_body));
    return { actor, atMs, before, after, place: Number(begin_seq) };
  }
  return { actor: entry.actor, atMs: entry.atMs, before, after, place: Number(seq) };
}
