import "server-only";
import { pool } from "@/lib/db/database";
import { unsealNote } from "@/lib/db/sealed-note";
import {
  type AttentionCard,
  type BlockedItem,
  type ChangedItem,
  type FollowUpItem,
  type FrozenBeforeItem,
  type FrozenItem,
  MOST_COUNTED,
  type UnknownItem,
  type Waitlist,
} from "@/lib/domain/attention";
import { maskCardSecrets } from "@/lib/domain/card-secrets";
import { noteExcerpt } from "@/lib/domain/note";
import { type CardColumns, FINGERPRINT, NOT_DISMISSED, toCard, WAITING } from "./waiting";

const SHOWN = 5;
/** Of the one kind that someone opened. */
const SHOWN_OPENED = 200;

/** Frozen, and nobody came back to it. */
export async function listFrozenTooLong(isOpened = false): Promise<Waitlist<FrozenItem>> {
  return list<{ since: Date }, FrozenItem>(WAITING.frozen, isOpened, ({ key, since, card }) => ({
    key,
    card: some(card),
    since: since.toISOString(),
  }));
}

/** Frozen when we first saw it, and old enough to have been so for long. */
export async function listFrozenBefore(isOpened = false): Promise<Waitlist<FrozenBeforeItem>> {
  return list<object, FrozenBeforeItem>(WAITING["frozen-before"], isOpened, ({ key, card }) => ({
    key,
    card: some(card),
  }));
}

/** Blocked while we looked, and the customer, who has not left, has got no newer card of that kind. */
export async function listBlockedWithoutReplacement(isOpened = false): Promise<Waitlist<BlockedItem>> {
  return list<{ since: Date }, BlockedItem>(WAITING.blocked, isOpened, ({ key, since, card }) => ({
    key,
    card: some(card),
    since: since.toISOString(),
  }));
}

/** What was asked of the issuer and nobody knows whether it happened. */
export async function listUnknownOutcomes(
  mostTries: number,
  isOpened = false,
): Promise<Waitlist<UnknownItem>> {
  type Row = {
    id: string;
    action: string;
    target: string | null;
    person: string | null;
    begun_at: Date;
    attempts: number;
    is_evidence_unreadable: boolean;
  };
  return list<Row, UnknownItem>(WAITING.unknown, isOpened, ({ key, card, ...row }) => ({
    key,
    operationId: row.id,
    action: row.action,
    person: row.person,
    cardId: row.target,
    card,
    at: row.begun_at.toISOString(),
    needsPerson: row.attempts >= mostTries,
    isEvidenceUnreadable: row.is_evidence_unreadable,
  }));
}

/** What the feeder found changed at the issuer, and nobody here had asked for. */
export async function listChangedOutside(isOpened = false): Promise<Waitlist<ChangedItem>> {
  type Row = {
    target: string;
    message: string | null;
    before: string | null;
    after: string | null;
    at: Date;
  };
  return list<Row, ChangedItem>(
    WAITING.changed,
    isOpened,
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

/** Notes that ask someone with more rights to take over the card. */
export async function listFollowUps(isOpened = false): Promise<Waitlist<FollowUpItem>> {
  type Row = { id: string; target: string; sealed: string; person: string; at: Date };
  return list<Row, FollowUpItem>(
    WAITING["follow-up"],
    isOpened,
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

/** The newest few of what is not laid aside, counted as far as a count says anything. */
async function list<Row, Item>(
  sql: string,
  isOpened: boolean,
  toItem: (row: Row & { key: string; card: AttentionCard | null }) => Item,
): Promise<Waitlist<Item>> {
  type Counted = { key: string; total: string; fingerprint: string };
  const { rows } = await (await pool()).query<Row & Counted & CardColumns>(
    `with found as materialized (
       select * from (${sql}) waiting where ${NOT_DISMISSED} limit ${MOST_COUNTED + 1}
     )
     select found.*, counted.* from found
     cross join (select count(*) as total, ${FINGERPRINT} as fingerprint from found) counted
     order by place desc, key limit ${isOpened ? SHOWN_OPENED : SHOWN}`,
  );
  return {
    items: rows.map((row) => toItem({ ...row, card: toCard(row) })),
    total: Number(rows[0]?.total ?? 0),
    fingerprint: rows[0]?.fingerprint ?? null,
  };
}

function some(card: AttentionCard | null): AttentionCard {
  if (!card) throw new Error("An indexed card has no id");
  return card;
}
