import "server-only";
import { pool } from "@/lib/db/database";
import { unsealNote } from "@/lib/db/sealed-note";
import {
  type AttentionCard,
  type AttentionList,
  type BlockedItem,
  type ChangedItem,
  type FollowUpItem,
  type FrozenBeforeItem,
  type FrozenItem,
  MAX_COUNTED,
  type UnknownItem,
} from "@/lib/domain/cards/attention-items";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { noteExcerpt } from "@/lib/domain/people/note";
import {
  ATTENTION_SQL,
  type AttentionCardColumns,
  FINGERPRINT,
  NOT_DISMISSED,
  toAttentionCard,
} from "./attention-sql";

const PREVIEW_LIMIT = 5;
const EXPANDED_LIMIT = 200;

export async function listFrozenTooLong(isExpanded = false): Promise<AttentionList<FrozenItem>> {
  return listItems<{ since: Date }, FrozenItem>(ATTENTION_SQL.frozen, isExpanded, ({ key, since, card }) => ({
    key,
    card: requireCard(card),
    since: since.toISOString(),
  }));
}

/** Already frozen when first synced, so it is unknown since when. */
export async function listFrozenBefore(isExpanded = false): Promise<AttentionList<FrozenBeforeItem>> {
  return listItems<object, FrozenBeforeItem>(ATTENTION_SQL["frozen-before"], isExpanded, ({ key, card }) => ({
    key,
    card: requireCard(card),
  }));
}

/** Excludes cards that were blocked because the account was closed. */
export async function listBlockedWithoutReplacement(isExpanded = false): Promise<AttentionList<BlockedItem>> {
  return listItems<{ since: Date }, BlockedItem>(
    ATTENTION_SQL.blocked,
    isExpanded,
    ({ key, since, card }) => ({
      key,
      card: requireCard(card),
      since: since.toISOString(),
    }),
  );
}

export async function listUnknownOutcomes(
  maxAttempts: number,
  isExpanded = false,
): Promise<AttentionList<UnknownItem>> {
  type Row = {
    id: string;
    action: string;
    target: string | null;
    person: string | null;
    begun_at: Date;
    attempts: number;
    is_evidence_unreadable: boolean;
  };
  return listItems<Row, UnknownItem>(ATTENTION_SQL.unknown, isExpanded, ({ key, card, ...row }) => ({
    key,
    operationId: row.id,
    action: row.action,
    person: row.person,
    cardId: row.target,
    card,
    at: row.begun_at.toISOString(),
    needsManualResolution: row.attempts >= maxAttempts,
    isEvidenceUnreadable: row.is_evidence_unreadable,
  }));
}

export async function listChangedOutside(isExpanded = false): Promise<AttentionList<ChangedItem>> {
  type Row = {
    target: string;
    message: string | null;
    before: string | null;
    after: string | null;
    at: Date;
  };
  return listItems<Row, ChangedItem>(
    ATTENTION_SQL.changed,
    isExpanded,
    ({ key, card, target, message, before, after, at }) => ({
      key,
      cardId: target,
      card,
      before,
      after,
      message,
      at: at.toISOString(),
    }),
  );
}

/** Notes that ask a manager to handle the card. */
export async function listFollowUps(isExpanded = false): Promise<AttentionList<FollowUpItem>> {
  type Row = { id: string; target: string; sealed: string; person: string; at: Date };
  return listItems<Row, FollowUpItem>(
    ATTENTION_SQL["follow-up"],
    isExpanded,
    ({ key, card, id, target, sealed, person, at }) => {
      const body = unsealNote(id, sealed);
      return {
        key,
        cardId: target,
        card,
        person,
        at: at.toISOString(),
        excerpt: body === null ? null : noteExcerpt(maskCardSecrets(body)),
      };
    },
  );
}

/** The newest items that are not dismissed; counts at most `MAX_COUNTED` + 1. */
async function listItems<Row, Item>(
  sql: string,
  isExpanded: boolean,
  toItem: (row: Row & { key: string; card: AttentionCard | null }) => Item,
): Promise<AttentionList<Item>> {
  type Counted = { key: string; total: string; fingerprint: string };
  const { rows } = await (await pool()).query<Row & Counted & AttentionCardColumns>(
    `with found as materialized (
       select * from (${sql}) items where ${NOT_DISMISSED} limit ${MAX_COUNTED + 1}
     )
     select found.*, counted.* from found
     cross join (select count(*) as total, ${FINGERPRINT} as fingerprint from found) counted
     order by sort_key desc, key limit ${isExpanded ? EXPANDED_LIMIT : PREVIEW_LIMIT}`,
  );
  return {
    items: rows.map((row) => toItem({ ...row, card: toAttentionCard(row) })),
    total: Number(rows[0]?.total ?? 0),
    fingerprint: rows[0]?.fingerprint ?? null,
  };
}

function requireCard(card: AttentionCard | null): AttentionCard {
  if (!card) throw new Error("An indexed card has no id");
  return card;
}
