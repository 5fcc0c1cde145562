import { randomUUID } from "node:crypto";
import type pg from "pg";

export type SampleCard = {
  id: string;
  customer: string;
  holder: string;
  type: string;
  status: string;
  /** Days before now. */
  createdDaysAgo: number;
  /** Null: it was so when the card was first seen. */
  statusDaysAgo: number | null;
};

/** For tests: a card as the feeder would have written it. */
export async function indexCard(db: pg.Pool, given: Partial<SampleCard> = {}): Promise<SampleCard> {
  const card: SampleCard = {
    id: randomUUID(),
    customer: `cust_${randomUUID().slice(0, 8)}`,
    holder: "Ada Lovelace",
    type: "virtual",
    status: "ACTIVE",
    createdDaysAgo: 40,
    statusDaysAgo: null,
    ...given,
  };
  await db.query(
    `insert into indexed_cards (id, currency, last_four, customer_id, cardholder_name, card_name, card_design,
       card_type, status, created, created_at, holder_key, words, read_at, status_since, walk)
     values ($1, 'USD', '4471', $2, $3, 'Travel', 'dsg_midnight', $4, $5, '',
       now() - make_interval(secs => $6::float8 * 86400), lower($3), '', now(),
       now() - make_interval(secs => $7::float8 * 86400), 1)
     on conflict (id) do update set status = excluded.status, status_since = excluded.status_since`,
    [card.id, card.customer, card.holder, card.type, card.status, card.createdDaysAgo, card.statusDaysAgo],
  );
  return card;
}

export type SampleTransaction = {
  id: string;
  cardId: string;
  amount: number;
  currency: string;
  status: string;
  /** A moment, as ISO text. */
  at: string;
};

export async function indexTransaction(
  db: pg.Pool,
  given: Partial<SampleTransaction> & Pick<SampleTransaction, "cardId">,
): Promise<SampleTransaction> {
  const transaction: SampleTransaction = {
    id: randomUUID(),
    amount: 10,
    currency: "USD",
    status: "CLEARED",
    at: new Date().toISOString(),
    ...given,
  };
  const { id, cardId, amount, currency, status, at } = transaction;
  await db.query(
    `insert into indexed_transactions (id, external_id, card_id, bill_amount, bill_currency, cardholder_name, amount,
       currency, status, created, created_at, holder_key, read_at, walk)
     values ($1, 'x', $2, $3::numeric, $4, 'Ada Lovelace', ($3::numeric)::text, $4, $5, '', $6, 'ada lovelace', now(), 1)
     on conflict (id) do update set status = excluded.status`,
    [id, cardId, amount, currency, status, at],
  );
  return transaction;
}
