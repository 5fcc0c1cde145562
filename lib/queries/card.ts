import "server-only";
import { z } from "zod";
import { CARD_COLUMNS, type CardRow, KNOWN_AT, toCard } from "@/lib/card-index/card-row";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import { findFreezeNote } from "@/lib/card-index/status/freeze-note";
import { type DatedCardResult, readCard } from "@/lib/card-index/status/read-card";
import { findStatusChange, findStatusSince } from "@/lib/card-index/status/status-change";
import { type CardDetail, CardId } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import type { CheckedStatus } from "@/lib/domain/cards/card-status";
import type { OpenOperation } from "@/lib/domain/cards/card-timeline";
import { type AppError, failure, success } from "@/lib/domain/result";
import { toAppError } from "@/lib/issuer/to-app-error";
import { withTimeout } from "@/lib/issuer/with-timeout";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import { defineQuery } from "./define-query";

/** After this long, the indexed card is better than no card. */
const TIMEOUT_MS = 2_500;

/** The freeze dialog doesn't wait longer than this for the current status. */
const STATUS_TIMEOUT_MS = 1_500;

export type CardSnapshot = {
  card: CardDetail;
  /** When the card was in this state, by the database's clock. */
  readAt: string;
  /** Set if the issuer couldn't be read: the card is from the index, as of `knownAt`. */
  fallback: { knownAt: string; error: AppError } | null;
};

/** Reads the card from the issuer, or from the index if the issuer doesn't respond. */
export const getCard = defineQuery({
  name: "a card",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input: { cardId }, requestId }) {
    const pending = readCard(cardId);
    const timely = await withTimeout(TIMEOUT_MS, pending);
    if (timely?.ok) return toCardSnapshot(timely);
    if (timely?.failure.kind === "not-found") return failure(toAppError(timely.failure));
    const known = await findKnownCard(cardId);
    if (!known) return toCardSnapshot(timely ?? (await pending));
    const error = timely ? toAppError(timely.failure) : slowIssuer(requestId);
    const { card, knownAt } = known;
    return success<CardSnapshot>({ card, readAt: knownAt, fallback: { knownAt, error } });
  },
});

/** The current status from the issuer, who set it, and the notes since: the freeze dialog depends on it. */
export const getCardStatus = defineQuery({
  name: "a card's status",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input: { cardId }, actor, requestId }) {
    const result = await withTimeout(STATUS_TIMEOUT_MS, readCard(cardId));
    if (!result) return failure(slowIssuer(requestId));
    if (!result.ok) return failure(toAppError(result.failure));
    const { status, lastFour } = result.data;
    const [since, change] = await Promise.all([
      findStatusSince(cardId, status),
      findStatusChange(cardId, status, actor.id),
    ]);
    const note = await findFreezeNote(result.data, { since, change }, actor.id);
    const requestedAt = result.requestedAt.toISOString();
    // A slightly later read may have been the first to record the same status in the index.
    const readAt = since !== null && since > requestedAt ? since : requestedAt;
    return success<CheckedStatus>({ status, lastFour, readAt, since, change, note });
  },
});

/** Operations on the card with an unknown outcome. */
export const getOpenOperations = defineQuery({
  name: "a card's open operations",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input }) {
    const db = await pool();
    const { rows } = await db.query<OpenRow>(
      `select o.id, o.action, o.begun_at, o.attempts, o.is_evidence_unreadable, p.name
       from operations o join people p on p.id = o.person_id
       where o.target = $1 and o.state = 'unknown' order by o.begun_at desc limit 10`,
      [input.cardId],
    );
    return success(
      rows.map(
        ({ id, action, begun_at, attempts, is_evidence_unreadable, name }): OpenOperation => ({
          id,
          action,
          person: name,
          startedAt: begun_at.toISOString(),
          needsManualResolution: attempts >= MAX_INCONCLUSIVE_ATTEMPTS,
          isEvidenceUnreadable: is_evidence_unreadable,
        }),
      ),
    );
  },
});

const NEWEST_FIRST = { by: "created", direction: "desc" } as const;

/** From the index: the issuer can't list the transactions of one card. */
export const getCardTransactions = defineQuery({
  name: "a card's transactions",
  permission: "transactions.read",
  input: z.object({ cardId: CardId, limit: z.int().min(1).max(500) }),
  async run({ input: { cardId, limit } }) {
    const page = await listIndexedTransactions({ filter: { cardIds: [cardId] }, sort: NEWEST_FIRST, limit });
    return success({ transactions: page.rows, hasMore: page.next !== null });
  },
});

export const getOtherCards = defineQuery({
  name: "a customer's other cards",
  permission: "cards.read",
  input: z.object({ cardId: CardId, customerId: z.string(), limit: z.int().min(1).max(50) }),
  async run({ input: { cardId, customerId, limit } }) {
    const page = await listIndexedCards({ filter: { customerId }, sort: NEWEST_FIRST, limit: limit + 1 });
    const others = page.rows.filter(({ id }) => id !== cardId);
    return success({ cards: others.slice(0, limit), hasMore: page.next !== null || others.length > limit });
  },
});

type OpenRow = {
  id: string;
  action: string;
  begun_at: Date;
  attempts: number;
  is_evidence_unreadable: boolean;
  name: string;
};

function toCardSnapshot(result: DatedCardResult) {
  if (!result.ok) return failure(toAppError(result.failure));
  const readAt = result.requestedAt.toISOString();
  return success<CardSnapshot>({ card: result.data, readAt, fallback: null });
}

async function findKnownCard(cardId: string): Promise<{ card: CardDetail; knownAt: string } | null> {
  const db = await pool();
  const { rows } = await db.query<CardRow & { known_at: Date }>(
    `select ${CARD_COLUMNS}, ${KNOWN_AT} as known_at from indexed_cards where id = $1`,
    [cardId],
  );
  const [row] = rows;
  return row ? { card: toCard(row), knownAt: row.known_at.toISOString() } : null;
}

function slowIssuer(requestId: string): AppError {
  return {
    code: "issuer-unavailable",
    message: "The issuer is responding slowly.",
    requestId,
    retry: "safe",
  };
}
