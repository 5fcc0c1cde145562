import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import type { Card } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { foldText, withInitials, wordsOf } from "@/lib/domain/search-text";
import { parseTimestamp } from "@/lib/domain/timestamp";
import { inTransaction } from "@/lib/postgres/open-database";
import { CARD_COLUMNS, type CardRow, toCard } from "./card-row";
import {
  bumpVersion,
  type ReadInfo,
  toStorableRecords,
  UNREADABLE_TIME,
  WRITE_LOCK_KEY,
  type WriteResult,
} from "./reading";

/** A change whose answer was lost may still reach the card this long after a reading that did not show it. */
const LATE_EFFECT_SECONDS = 120;

type KnownCard = { card: Card; readAt: Date };

const NOTHING: WriteResult = { added: [], changed: [] };

/** Takes over what the issuer said of these cards. What it shows to have changed elsewhere is written in the audit log. */
export async function writeCards(cards: readonly Card[], reading: ReadInfo): Promise<WriteResult> {
  const given = toStorableRecords(cards);
  if (given.length === 0) return NOTHING;
  if (!reading.walk && (await confirmKnown(given, reading))) return NOTHING;
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    const known = await findKnown(client, given);
    const added = given.filter(({ id }) => !known.has(id));
    const changed = given.filter((card) => isChanged(known.get(card.id), card, reading));
    if (reading.source !== "own") await noteOutsideChanges(client, changed, known, reading);
    await upsert(client, [...added, ...changed], reading);
    await stamp(client, given, reading);
    const written = { added: added.map(({ id }) => id), changed: changed.map(({ id }) => id) };
    await bumpVersion(client, "cards", written);
    return written;
  });
}

/** Most readings bring nothing new: then only their time is noted, and nobody waits for the write lock. */
async function confirmKnown(given: readonly Card[], reading: ReadInfo): Promise<boolean> {
  const db = await pool();
  const known = await findKnown(db, given);
  const isNews = (card: Card) => !known.has(card.id) || isChanged(known.get(card.id), card, reading);
  if (given.some(isNews)) return false;
  const rows = [...known.entries()];
  // A row that is being written, or has been since it was compared, is left to that writer.
  await db.query(
    `update indexed_cards set read_at = $3 where id in (
       select c.id from indexed_cards c
       join unnest($1::text[], $2::timestamptz[]) as k (id, read_at) on c.id = k.id and c.read_at = k.read_at
       where c.read_at < $3 for update of c skip locked
     )`,
    [rows.map(([id]) => id), rows.map(([, { readAt }]) => readAt), reading.requestedAt],
  );
  return true;
}

function isChanged(known: KnownCard | undefined, card: Card, { requestedAt }: ReadInfo): boolean {
  return known !== undefined && known.readAt <= requestedAt && changedFields(known.card, card).length > 0;
}

type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

async function findKnown(db: Queryable, cards: readonly Card[]): Promise<Map<string, KnownCard>> {
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

async function noteOutsideChanges(
  client: pg.PoolClient,
  changed: readonly Card[],
  known: ReadonlyMap<string, KnownCard>,
  reading: ReadInfo,
): Promise<void> {
  if (changed.length === 0) return;
  const ours = await findOurs(client, changed, known, reading);
  for (const card of changed) {
    const before = known.get(card.id)?.card;
    if (!before || ours.has(card.id)) continue;
    const fields = changedFields(before, card);
    await appendAudit(client, {
      phase: "event",
      outcome: "succeeded",
      action: "card.changed-outside",
      target: card.id,
      before: pick(before, fields),
      after: pick(card, fields),
      message: `Changed outside Cardwell: ${inWords(before, card, fields)}`,
    });
  }
}

/**
 * The cards that an operation of ours may have changed: one is under way, or ended after the issuer was asked, or
 * got no answer since we last knew the card. A reissue that could not be read back explains a new number, and only that.
 */
async function findOurs(
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
      source === "before" ? 1 : 0,
      cards.map((card) => {
        const before = known.get(card.id)?.card;
        return before !== undefined && changedFields(before, card).every((field) => field === "lastFour");
      }),
    ],
  );
  return new Set(rows.map(({ target }) => target));
}

function pick(card: Card, fields: readonly (keyof Card)[]): Partial<Card> {
  return Object.fromEntries(fields.map((field) => [field, card[field]]));
}

const FIELD_WORDS: Partial<Record<keyof Card, string>> = {
  lastFour: "new number",
  cardDesign: "new design",
};

function inWords(before: Card, after: Card, fields: readonly (keyof Card)[]): string {
  if (fields.includes("status")) return `${before.status} → ${after.status}`;
  return fields
    .map((field) => FIELD_WORDS[field] ?? "details")
    .filter(isFirst)
    .join(", ");
}

function isFirst<T>(item: T, index: number, all: T[]): boolean {
  return all.indexOf(item) === index;
}

async function upsert(client: pg.PoolClient, cards: readonly Card[], { requestedAt }: ReadInfo): Promise<void> {
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

/** That the record is still there, and as it was read. */
async function stamp(
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
