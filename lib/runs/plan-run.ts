import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type CardFilter, matchingCards } from "@/lib/card-index/list-cards";
import { pool } from "@/lib/db/database";
import { isLastFour } from "@/lib/domain/runs/pasted-names";
import type { Run, RunKind, SkipReason } from "@/lib/domain/runs/run";
import { deleteOldPlans } from "./delete-old-plans";
import { sealRunTexts } from "./sealed-run-text";

/** A card as the index knows it when the run is planned; without a status if it doesn't. */
export type PlannedCard = {
  id: string;
  status: string | null;
  /** It changed since the freeze that is undone. */
  isOther?: boolean;
  /** The last four that was given belongs to several cards. */
  isAmbiguous?: boolean;
  /** By which it was named, if it wasn't by its ID. */
  lastFour?: string | null;
};

export type NewRun = {
  id: string;
  kind: RunKind;
  scope: string;
  /** Of a block. */
  reason: string | null;
  personId: string;
  address: string | null;
  /** The database's time before the cards were read. */
  readAt: Date;
  undoOf?: string;
};

/** One statement for 10,000 cards would block an embedded database for seconds. */
const CARDS_PER_STATEMENT = 500;

/**
 * Stores the cards and what happens to each. A run does exactly this, whatever matches later.
 * @returns false if the ID belongs to another run
 */
export async function storePlan(
  client: pg.ClientBase,
  run: NewRun,
  cards: readonly PlannedCard[],
): Promise<boolean> {
  const { scope, reason } = sealRunTexts(run);
  const { rowCount } = await client.query(
    // A version that doesn't know the encrypted reason must not send it to the issuer, which refuses an empty one.
    `insert into runs (id, kind, scope, sealed_reason, reason, person_id, address, undo_of, read_at)
     values ($1, $2, $3, $4, left($4, 0), $5, $6, $7, $8) on conflict (id) do nothing`,
    [run.id, run.kind, scope, reason, run.personId, run.address, run.undoOf ?? null, run.readAt],
  );
  if (!rowCount) return false;
  for (let from = 0; from < cards.length; from += CARDS_PER_STATEMENT) {
    const some = cards.slice(from, from + CARDS_PER_STATEMENT);
    await client.query(
      `insert into run_items (run_id, position, card_id, state, reason, operation_id, last_four)
       select $1, $2 + position, card_id, case when reason is null then 'waiting' else 'skipped' end, reason,
              operation_id, last_four
       from unnest($3::text[], $4::text[], $5::uuid[], $6::text[]) with ordinality
         as t (card_id, reason, operation_id, last_four, position)`,
      [
        run.id,
        from,
        some.map(({ id }) => id),
        some.map((card) => findSkipReason(run.kind, card)),
        some.map(() => randomUUID()),
        some.map(({ lastFour }) => lastFour ?? null),
      ],
    );
  }
  await deleteOldPlans(client, run.personId);
  return true;
}

/** What to say if `storePlan` refuses. */
export const RUN_ID_TAKEN = "This was sent under the ID of another run. Nothing was planned. Start over.";

function findSkipReason(kind: RunKind, { status, isOther, isAmbiguous }: PlannedCard): SkipReason | null {
  if (isAmbiguous) return "ambiguous";
  if (status === null) return "unknown";
  if (status === "BLOCKED") return "blocked";
  if (isOther) return "changed";
  if (kind === "block") return null;
  const isFrozen = status === "FROZEN";
  if (kind === "freeze") return isFrozen ? "already-frozen" : null;
  return isFrozen ? null : "not-frozen";
}

/** In the given order, each once, also those that the index doesn't know. */
export async function findCards(ids: readonly string[]): Promise<PlannedCard[]> {
  const unique = [...new Set(ids)];
  const { rows } = await (await pool()).query<{ id: string; status: string }>(
    "select id, status from indexed_cards where id = any($1)",
    [unique],
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return unique.map((id) => ({ id, status: statuses.get(id) ?? null }));
}

/** Card IDs and last fours. A last four that several cards have means none of them. */
export async function findNamedCards(names: readonly string[]): Promise<PlannedCard[]> {
  const lastFours = names.filter(isLastFour);
  const { rows } = await (await pool()).query<{ last_four: string; ids: string[] }>(
    `select last_four, (array_agg(id))[1:2] as ids from indexed_cards where last_four = any($1) group by last_four`,
    [lastFours],
  );
  const idsOf = new Map(rows.map(({ last_four, ids }) => [last_four, ids]));
  const isAmbiguous = (name: string) => (idsOf.get(name)?.length ?? 0) > 1;
  const named = names.map((name) => ({
    name,
    id: isAmbiguous(name) ? name : (idsOf.get(name)?.[0] ?? name),
  }));
  // A card that was also named by its ID is certain.
  const lastFourOf = new Map(named.filter(({ id, name }) => id !== name).map(({ id, name }) => [id, name]));
  for (const name of names) lastFourOf.delete(name);
  const cards = await findCards(named.map(({ id }) => id));
  return cards.map((card) =>
    isAmbiguous(card.id)
      ? { ...card, isAmbiguous: true }
      : { ...card, lastFour: lastFourOf.get(card.id) ?? null },
  );
}

/** All that match, newest first; one more than `max` if there are more. */
export async function findMatchingCards(filter: CardFilter, max: number): Promise<PlannedCard[]> {
  const conditions = await matchingCards(filter);
  if (!conditions) return [];
  const { rows } = await (await pool()).query<{ id: string; status: string }>(
    `select id, status from indexed_cards where ${conditions} order by created_at desc, id desc limit ${max + 1}`,
    conditions.values,
  );
  return rows;
}

/**
 * The cards that the run froze. Whatever happened to one of them since is left alone, and so is a card that a colleague
 * or another run froze at the same moment: both saw it active, and the issuer accepts both.
 */
export async function findFrozenCards(runId: string): Promise<PlannedCard[]> {
  const { rows } = await (await pool()).query<{ id: string; status: string | null; isOther: boolean }>(
    `select i.card_id as id, c.status,
            coalesce(c.status <> 'FROZEN' or c.status_since > i.changed_at, false) or exists (
              select from operations own join operations o on o.target = own.target and o.id <> own.id
              where own.id = i.operation_id and o.action = 'card.freeze' and o.state = 'succeeded'
                and o.finished_at > own.begun_at
                and o.result #>> '{data,previousStatus}' is distinct from o.result #>> '{data,card,status}'
            ) as "isOther"
     from run_items i left join indexed_cards c on c.id = i.card_id
     where i.run_id = $1 and i.state = 'done' and i.is_changed order by i.position`,
    [runId],
  );
  return rows;
}

/** The cards that the run failed to change, or that were canceled. An undo still leaves alone what changed since the freeze. */
export async function findFailedCards({ id, undoOf }: Pick<Run, "id" | "undoOf">): Promise<PlannedCard[]> {
  const { rows } = await (await pool()).query<{ id: string; lastFour: string | null }>(
    `select card_id as id, last_four as "lastFour" from run_items
     where run_id = $1 and state in ('failed', 'canceled') order by position`,
    [id],
  );
  const lastFourOf = new Map(rows.map((row) => [row.id, row.lastFour]));
  if (undoOf) return (await findFrozenCards(undoOf)).filter((card) => lastFourOf.has(card.id));
  const cards = await findCards([...lastFourOf.keys()]);
  return cards.map((card) => ({ ...card, lastFour: lastFourOf.get(card.id) ?? null }));
}
