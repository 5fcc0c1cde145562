import "server-only";
import { z } from "zod";
import { CARD_COLUMNS, type CardRow, KNOWN_AT, toCard } from "@/lib/card-index/card-row";
import { findFreezeNote } from "@/lib/card-index/freeze-note";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import { type DatedAnswer, readCard } from "@/lib/card-index/read-card";
import { findStatusChange, findStatusSince } from "@/lib/card-index/status-change";
import { type CardDetail, CardId } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import type { CheckedStatus } from "@/lib/domain/card-status";
import type { OpenOperation } from "@/lib/domain/card-timeline";
import { type AppError, failure, success } from "@/lib/domain/result";
import { toAppError } from "@/lib/issuer/to-app-error";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/settle-operations";
import { defineQuery } from "./define-query";
import { within } from "./within";

/** Someone waits with a caller on the phone: after this long, what we remember is better than nothing. */
const PATIENCE_MS = 2_500;

/** Someone is about to freeze or unfreeze: the question does not wait longer than this for certainty. */
const STATUS_PATIENCE_MS = 1_500;

export type CardReading = {
  card: CardDetail;
  /** As of when the card is shown so, by the database's clock. */
  readAt: string;
  /** Set when the issuer could not be asked: the card as it was at `knownAt`. */
  remembered: { knownAt: string; trouble: AppError } | null;
};

/** The card as the issuer has it now; where it does not answer, as we last saw it. */
export const getCard = defineQuery({
  name: "a card",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input: { cardId }, requestId }) {
    const asked = readCard(cardId);
    const early = await within(PATIENCE_MS, asked);
    if (early?.ok) return fromAnswer(early);
    if (early?.failure.kind === "not-found") return failure(toAppError(early.failure));
    const known = await findKnownCard(cardId);
    if (!known) return fromAnswer(early ?? (await asked));
    const trouble = early ? toAppError(early.failure) : slow(requestId);
    const { card, knownAt } = known;
    return success<CardReading>({ card, readAt: knownAt, remembered: { knownAt, trouble } });
  },
});

/** Whether a card is frozen, asked of the issuer now, who made it so, and what was noted since: what is offered next depends on it. */
export const getCardStatus = defineQuery({
  name: "a card's status",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input: { cardId }, actor, requestId }) {
    const answered = await within(STATUS_PATIENCE_MS, readCard(cardId));
    if (!answered) return failure(slow(requestId));
    if (!answered.ok) return failure(toAppError(answered.failure));
    const { status, lastFour } = answered.data;
    const [since, change] = await Promise.all([
      findStatusSince(cardId, status),
      findStatusChange(cardId, status, actor.id),
    ]);
    const note = await findFreezeNote(answered.data, { since, change }, actor.id);
    const askedAt = answered.askedAt.toISOString();
    // Another reading, asked a moment later, may have been the first to tell the index of the same status.
    const readAt = since !== null && since > askedAt ? since : askedAt;
    return success<CheckedStatus>({ status, lastFour, readAt, since, change, note });
  },
});

/** What was asked of a card and of which nobody knows whether it happened. */
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
          begunAt: begun_at.toISOString(),
          isLeftToPeople: attempts >= MAX_INCONCLUSIVE_ATTEMPTS,
          isEvidenceUnreadable: is_evidence_unreadable,
        }),
      ),
    );
  },
});

const NEWEST_FIRST = { by: "created", direction: "desc" } as const;

/** From the index: the issuer cannot list the transactions of one card. */
export const getCardTransactions = defineQuery({
  name: "a card's transactions",
  permission: "transactions.read",
  input: z.object({ cardId: CardId, limit: z.int().min(1).max(500) }),
  async run({ input: { cardId, limit } }) {
    const page = await listIndexedTransactions({ filter: { cardIds: [cardId] }, sort: NEWEST_FIRST, limit });
    return success({ transactions: page.rows, hasMore: page.next !== null });
  },
});

/** The customer's other cards, from the index. */
export const getNeighbours = defineQuery({
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

function fromAnswer(answered: DatedAnswer) {
  if (!answered.ok) return failure(toAppError(answered.failure));
  const readAt = answered.askedAt.toISOString();
  return success<CardReading>({ card: answered.data, readAt, remembered: null });
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

function slow(requestId: string): AppError {
  return {
    code: "issuer-unavailable",
    message: "The issuer is responding slowly.",
    requestId,
    retry: "safe",
  };
}
