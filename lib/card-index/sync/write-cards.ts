import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { CARD_COLUMNS, type CardRow, toCard } from "@/lib/card-index/card-row";
import type { Card } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { foldText, withInitials, wordsOf } from "@/lib/domain/cards/search-text";
import { parseTimestamp } from "@/lib/domain/time/timestamp";
import { inTransaction } from "@/lib/postgres/open-database";
import {
  bumpVersion,
  type ReadInfo,
  toStorableRecords,
  UNREADABLE_TIME,
  WRITE_LOCK_KEY,
  type WriteResult,
} from "./index-write";

/** How long after a read a change with a lost response may still take effect. */
const LATE_EFFECT_SECONDS = 120;

type KnownCard = { card: Card; readAt: Date };

const NOTHING_WRITTEN: WriteResult = { added: [], changed: [] };

/** Writes cards to the index, and changes made elsewhere to the audit log. */
export async function writeCards(cards: readonly Card[], readInfo: ReadInfo): Promise<WriteResult> {
  const records = toStorableRecords(cards);
  if (records.length === 0) return NOTHING_WRITTEN;
  if (!readInfo.walk && (await touchIfUnchanged(records, readInfo))) return NOTHING_WRITTEN;
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    const known = await findKnownCards(client, records);
    const added = records.filter(({ id }) => !known.has(id));
    const changed = records.filter((card) => isChanged(known.get(card.id), card, readInfo));
    if (readInfo.source !== "own-change") await recordOutsideChanges(client, changed, known, readInfo);
    await upsert(client, [...added, ...changed], readInfo);
    await markSeen(client, records, readInfo);
    const written = { added: added.map(({ id }) => id), changed: changed.map(({ id }) => id) };
    await bumpVersion(client, "cards", written, readInfo.hasMore === true && known.size === 0);
    return written;
  });
}

/** Most reads find no changes: then only the read time is updated, without the write lock. */
async function touchIfUnchanged(records: readonly Card[], readInfo: ReadInfo): Promise<boolean> {
  const db = await pool();
  const known = await findKnownCards(db, records);
  const isNewOrChanged = (card: Card) => !known.has(card.id) || isChanged(known.get(card.id), card, readInfo);
  if (records.some(isNewOrChanged)) return false;
  const rows = [...known.entries()];
  // Skips rows that another writer holds or has changed since the comparison.
  await db.query(
    `update indexed_cards set read_at = $3 where id in (
       select c.id from indexed_cards c
       join unnest($1::text[], $2::timestamptz[]) as k (id, read_at) on c.id = k.id and c.read_at = k.read_at
       where c.read_at < $3 for update of c skip locked
     )`,
    [rows.map(([id]) => id), rows.map(([, { readAt }]) => readAt), readInfo.requestedAt],
  );
  return true;
}

function isChanged(known: KnownCard | undefined, card: Card, { requestedAt }: ReadInfo): boolean {
  return known !== undefined && known.readAt <= requestedAt && changedFields(known.card, card).length > 0;
}

type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

async function findKnownCards(db: Queryable, cards: readonly Card[]): Promise<Map<string, KnownCard>> {
  const { rows } = await (db as pg.Pool).query<CardRow & { read_at: Date }>(
    `select ${CARD_COLUMNS}, read_at from indexed_cards where id = any($1)`,
    [cards.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, { card: toCard(row), readAt: row.read_at }]));
}

const FIELDS = [
  "status",
  "lastFour",
  "cardDesign",
  "cardName",
  "cardholderName",
  "cardType",
  "externalCustomerId",
  "currency",
  "created",
] as const satisfies readonly (keyof Card)[];

function changedFields(before: Card, after: Card): (keyof Card)[] {
  return FIELDS.filter((field) => before[field] !== after[field]);
}

async function recordOutsideChanges(
  client: pg.PoolClient,
  changed: readonly Card[],
  known: ReadonlyMap<string, KnownCard>,
  readInfo: ReadInfo,
): Promise<void> {
  if (changed.length === 0) return;
  const changedByUs = await findChangedByUs(client, changed, known, readInfo);
  for (const card of changed) {
    const before = known.get(card.id)?.card;
    if (!before || changedByUs.has(card.id)) continue;
    const fields = changedFields(before, card);
    await appendAudit(client, {
      phase: "event",
      outcome: "succeeded",
      action: "card.changed-outside",
      target: card.id,
      before: pickFields(before, fields),
      after: pickFields(card, fields),
      message: `Changed outside Cardwell: ${describeChange(before, card, fields)}`,
    });
  }
}

/**
 * The cards that one of our operations may have changed: it is still running, finished after the read was requested, or
 * got no response since the last read. A reissue that was not verified explains a new number and nothing else.
 */
async function findChangedByUs(
  client: pg.PoolClient,
  cards: readonly Card[],
  known: ReadonlyMap<string, KnownCard>,
  { requestedAt, source }: ReadInfo,
): Promise<Set<string>> {
  const { rows } = await client.query<{ target: string }>(
    `select o.target from operations o
     join unnest($1::text[], $2::timestamptz[], $5::boolean[]) as k (id, read_at, has_only_new_number)
       on k.id = o.target
     group by o.target
     having count(*) filter (where o.state in ('begun', 'unknown')) > $4
         or bool_or(o.finished_at >= $3)
         or bool_or(o.state = 'failed' and o.finished_at >= k.read_at - interval '${LATE_EFFECT_SECONDS} seconds'
                    and o.result #>> '{error,code}' in ('issuer-unavailable', 'issuer-broken', 'internal'))
         or bool_or(k.has_only_new_number and o.action = 'card.reissue' and o.state = 'succeeded'
                    and o.finished_at >= k.read_at
                    and o.result #>> '{data,isReadBack}' is distinct from 'true')`,
    [
      cards.map(({ id }) => id),
      cards.map(({ id }) => known.get(id)?.readAt),
      requestedAt,
      source === "before-change" ? 1 : 0,
      cards.map((card) => {
        const before = known.get(card.id)?.card;
        return before !== undefined && changedFields(before, card).every((field) => field === "lastFour");
      }),
    ],
  );
  return new Set(rows.map(({ target }) => target));
}

function pickFields(card: Card, fields: readonly (keyof Card)[]): Partial<Card> {
  return Object.fromEntries(fields.map((field) => [field, card[field]]));
}

const FIELD_LABELS: Partial<Record<keyof Card, string>> = {
  lastFour: "new number",
  cardDesign: "new design",
};

function describeChange(before: Card, after: Card, fields: readonly (keyof Card)[]): string {
  if (fields.includes("status")) return `${before.status} → ${after.status}`;
  return fields
    .map((field) => FIELD_LABELS[field] ?? "details")
    .filter(isFirstOccurrence)
    .join(", ");
}

function isFirstOccurrence<T>(item: T, index: number, all: T[]): boolean {
  return all.indexOf(item) === index;
}

async function upsert(
  client: pg.PoolClient,
  cards: readonly Card[],
  { requestedAt }: ReadInfo,
): Promise<void> {
  if (cards.length === 0) return;
  const names = cards.map((card) => wordsOf(`${card.cardholderName} ${card.cardName}`));
  await client.query(
    `insert into indexed_cards as known (
       ${CARD_COLUMNS}, created_at, holder_key, words, former_last_fours, read_at, walk, status_since, first_seen_at
     )
     select c.id, c.currency, c.last_four, c.customer_id, c.cardholder_name, c.card_name, c.card_design, c.card_type,
            c.status, c.created, c.created_at, c.holder_key,
            array_to_tsvector(string_to_array(c.words, ' ') || former.last_fours), former.last_fours, $13,
            (select walk from index_feeds where name = 'cards'),
            case when d.status = c.status then d.status_since when d.id is not null then $13 end,
            coalesce(d.first_seen_at, now())
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::timestamptz[], $12::text[], $14::text[])
       as c (id, currency, last_four, customer_id, cardholder_name, card_name, card_design, card_type,
             status, created, created_at, holder_key, words)
     left join departed_cards d on d.id = c.id
     left join indexed_cards k on k.id = c.id
     cross join lateral (
       select array_remove(
         coalesce(k.former_last_fours, d.former_last_fours, '{}')
           || case when k.last_four ~ '^[0-9]+$' then array[k.last_four] end,
         c.last_four
       ) as last_fours
     ) former
     on conflict (id) do update set
       currency = excluded.currency, last_four = excluded.last_four, customer_id = excluded.customer_id,
       cardholder_name = excluded.cardholder_name, card_name = excluded.card_name,
       card_design = excluded.card_design, card_type = excluded.card_type, status = excluded.status,
       created = excluded.created, created_at = excluded.created_at, holder_key = excluded.holder_key,
       words = excluded.words, former_last_fours = excluded.former_last_fours, read_at = excluded.read_at, walk = excluded.walk,
       status_since = case when known.status = excluded.status then known.status_since else excluded.read_at end`,
    [
      cards.map(({ id }) => id),
      cards.map(({ currency }) => currency),
      cards.map(({ lastFour }) => lastFour),
      cards.map(({ externalCustomerId }) => externalCustomerId),
      cards.map(({ cardholderName }) => cardholderName),
      cards.map(({ cardName }) => cardName),
      cards.map(({ cardDesign }) => cardDesign),
      cards.map(({ cardType }) => cardType),
      cards.map(({ status }) => status),
      cards.map(({ created }) => created),
      cards.map(({ created }) => parseTimestamp(created) ?? UNREADABLE_TIME),
      cards.map(({ cardholderName }) => foldText(cardholderName)),
      requestedAt,
      cards.map(({ lastFour }, index) =>
        withInitials([...(names[index] ?? []), ...wordsOf(lastFour)]).join(" "),
      ),
    ],
  );
  await client.query("delete from departed_cards where id = any($1)", [cards.map(({ id }) => id)]);
  const words = [...new Set(names.flat())].filter((word) => /\p{Letter}/u.test(word)).sort();
  await client.query("insert into indexed_words select unnest($1::text[]) on conflict do nothing", [words]);
}

async function markSeen(
  client: pg.PoolClient,
  cards: readonly Card[],
  { walk, requestedAt }: ReadInfo,
): Promise<void> {
  await client.query(
    `update indexed_cards set walk = coalesce($2, walk), read_at = greatest(read_at, $3)
     where id = any($1) and (walk <> $2 or read_at < $3)`,
    [cards.map(({ id }) => id), walk ?? null, requestedAt],
  );
}
