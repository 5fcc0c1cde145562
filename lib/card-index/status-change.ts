import "server-only";
import { z } from "zod";
import { AuditEntry } from "@/lib/audit/entry";
import { pool } from "@/lib/db/database";
import type { StatusChange } from "@/lib/domain/card-status";

/** Whoever looks at a screen may not have taken in a change that is younger than this. */
const RECENT_MS = 60_000;
/** Past requests that changed nothing, such as a freeze of a frozen card. */
const LOOKED_AT = 10;
const ACTIONS = ["card.freeze", "card.unfreeze", "card.block", "card.changed-outside"];

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
  const { rows } = await (await pool()).query<{ body: string }>(
    `select body from audit
     where target = $1 and phase <> 'begin' and outcome = 'succeeded' and action = any($2)
     order by seq desc limit ${LOOKED_AT}`,
    [cardId, ACTIONS],
  );
  const last = rows.map(({ body }) => toChange(body)).find(({ before, after }) => before !== after);
  if (!last || last.after !== status) return null;
  const { actor, atMs } = last.entry;
  return {
    at: new Date(atMs).toISOString(),
    by: actor?.name ?? null,
    isYou: actor?.id === viewerId,
    isRecent: Date.now() - atMs < RECENT_MS,
  };
}

const EXPECTED: Record<string, string> = {
  "card.freeze": "FROZEN",
  "card.unfreeze": "ACTIVE",
  "card.block": "BLOCKED",
};

/** A change that could not be read back led where it had to; a change elsewhere that left the status alone has none. */
function toChange(body: string) {
  const entry = AuditEntry.parse(JSON.parse(body));
  const before = State.parse(entry.before)?.status ?? null;
  const after = State.parse(entry.after)?.status ?? EXPECTED[entry.action] ?? null;
  return { entry, before, after };
}
