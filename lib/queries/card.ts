import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type CardDetail, CardId } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import type { OpenOperation } from "@/lib/domain/card-timeline";
import { type AppError, failure, success } from "@/lib/domain/result";
import type { IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { toAppError } from "@/lib/issuer/to-app-error";
import { TRIES } from "@/lib/jobs/settle-operations";
import { defineQuery } from "./define-query";

/** Someone waits with a caller on the phone: after this long, what we remember is better than nothing. */
const PATIENCE_MS = 2_500;

export type CardReading = {
  card: CardDetail;
  /** Set when the issuer could not be asked: the card as it was at `knownAt`. */
  remembered: { knownAt: string; trouble: AppError } | null;
};

/** The card as the issuer has it now; where it does not answer, as we last saw it. */
export const getCard = defineQuery({
  name: "a card",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input: { cardId }, requestId }) {
    const asked = issuer().retrieveCard(cardId);
    const early = await Promise.race([asked, pause(PATIENCE_MS, null)]);
    if (early?.ok) return success<CardReading>({ card: early.data, remembered: null });
    if (early?.failure.kind === "not-found") return failure(toAppError(early.failure));
    const known = await findKnownCard(cardId);
    if (!known) return fromAnswer(early ?? (await asked));
    const trouble = early ? toAppError(early.failure) : slow(requestId);
    return success<CardReading>({ card: known.card, remembered: { knownAt: known.knownAt, trouble } });
  },
});

/** What was asked of a card and of which nobody knows whether it happened. */
export const getOpenOperations = defineQuery({
  name: "what is open on a card",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input }) {
    const db = await pool();
    const { rows } = await db.query<OpenRow>(
      `select o.id, o.action, o.begun_at, o.attempts, p.name
       from operations o join people p on p.id = o.person_id
       where o.target = $1 and o.state = 'unknown' order by o.begun_at desc limit 10`,
      [input.cardId],
    );
    return success(
      rows.map(
        ({ id, action, begun_at, attempts, name }): OpenOperation => ({
          id,
          action,
          person: name,
          begunAt: begun_at.toISOString(),
          isLeftToPeople: attempts >= TRIES,
        }),
      ),
    );
  },
});

type OpenRow = { id: string; action: string; begun_at: Date; attempts: number; name: string };

function fromAnswer(answered: IssuerResult<CardDetail>) {
  if (!answered.ok) return failure(toAppError(answered.failure));
  return success<CardReading>({ card: answered.data, remembered: null });
}

type KnownRow = {
  id: string;
  currency: string;
  last_four: string;
  customer_id: string;
  cardholder_name: string;
  card_name: string;
  card_design: string;
  card_type: string;
  status: string;
  created: string;
  read_at: Date;
};

async function findKnownCard(cardId: string): Promise<{ card: CardDetail; knownAt: string } | null> {
  const db = await pool();
  const { rows } = await db.query<KnownRow>(
    `select id, currency, last_four, customer_id, cardholder_name, card_name, card_design, card_type, status,
            created, read_at
     from indexed_cards where id = $1`,
    [cardId],
  );
  const [row] = rows;
  if (!row) return null;
  const card: CardDetail = {
    id: row.id,
    currency: row.currency,
    lastFour: row.last_four,
    externalCustomerId: row.customer_id,
    cardholderName: row.cardholder_name,
    cardName: row.card_name,
    cardDesign: row.card_design,
    cardType: row.card_type,
    status: row.status,
    created: row.created,
  };
  return { card, knownAt: row.read_at.toISOString() };
}

function slow(requestId: string): AppError {
  return {
    code: "issuer-unavailable",
    message: "The issuer is slow to answer.",
    requestId,
    retry: "safe",
  };
}
