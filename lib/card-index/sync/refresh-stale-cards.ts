import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { KNOWN_AT } from "@/lib/card-index/card-row";
import { readCard } from "@/lib/card-index/status/read-card";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import type { BackgroundWork } from "@/lib/domain/work-description";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const STALE_SECONDS = 60;
const MAX_QUEUED = 100;
/** The share of the index's allowed calls that may be used for cards on screen. */
const SHARE = 0.25;

type Queue = { waiting: Set<string>; running: Promise<void> | null };

const slot = processWide<Queue>("refresh-stale-cards");

export const refreshStaleCardsWork: BackgroundWork = {
  name: "refresh-stale-cards",
  title: "Cards on screen",
  purpose: `Reads cards that are on screen from the issuer if the index hasn’t confirmed them for ${STALE_SECONDS} seconds.`,
  trigger: "When a list, a search, or a customer’s page shows cards from the index.",
  concurrency:
    "No lock: each instance reads one card at a time. If two instances read the same card, the later reading is kept.",
  retries: "None: a card that couldn’t be read is queued again when it is next shown.",
  crash: `The queue of this instance, at most ${countOf(MAX_QUEUED, "card")}. The index sync will refresh them.`,
  readStatus: async () => `${countOf(slot.current?.waiting.size ?? 0, "card")} waiting on this instance`,
};

/**
 * Reads cards that are on screen from the issuer, one after another in the background, if the index has not confirmed
 * them for a minute. Changes are published, so the screen updates itself.
 */
export async function refreshStaleCards(cardIds: readonly string[]): Promise<void> {
  slot.current ??= { waiting: new Set(), running: null };
  const queue = slot.current;
  try {
    for (const id of await findStale(cardIds)) if (queue.waiting.size < MAX_QUEUED) queue.waiting.add(id);
    queue.running ??= readQueued(queue).finally(() => {
      queue.running = null;
    });
    await queue.running;
  } catch (error) {
    log().error({ err: error }, "Could not refresh the cards that are on screen");
  }
}

async function findStale(cardIds: readonly string[]): Promise<string[]> {
  if (cardIds.length === 0) return [];
  const db = await pool();
  const { rows } = await db.query<{ id: string }>(
    `select id from indexed_cards where id = any($1) and ${KNOWN_AT} < now() - interval '${STALE_SECONDS} seconds'`,
    [cardIds],
  );
  return rows.map(({ id }) => id);
}

async function readQueued({ waiting }: Queue): Promise<void> {
  const gapMs = 1_000 / (env().indexCallsPerSecond * SHARE);
  for (const id of waiting) {
    waiting.delete(id);
    // Background reads must not add load while the issuer is failing.
    if (issuer().state().breaker !== "closed") return waiting.clear();
    await readCard(id);
    await pause(gapMs, undefined, { ref: false });
  }
}
