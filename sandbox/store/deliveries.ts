import { randomUUID } from "node:crypto";
import type pg from "pg";

export type Attempt = { at: string; status: number | null; error: string | null; durationMs: number };

export type Delivery = {
  id: string;
  createdAt: Date;
  referenceId: string | null;
  body: string | null;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
  attempts: Attempt[];
};

const ID = /^msg_[0-9a-f]{32}$/;
const MAX_STORED_ATTEMPTS = 50;

const SELECTED = `id, created_at as "createdAt", reference_id as "referenceId", body, delivered_at as "deliveredAt",
  next_attempt_at as "nextAttemptAt", attempts`;

export async function insertDelivery(
  client: pg.Pool | pg.ClientBase,
  {
    referenceId = null,
    body = null,
    dueAt,
  }: { referenceId?: string | null; body?: string | null; dueAt: Date | null },
): Promise<string> {
  const id = `msg_${randomUUID().replaceAll("-", "")}`;
  await client.query(
    "insert into deliveries (id, created_at, reference_id, body, next_attempt_at) values ($1, $2, $3, $4, $5)",
    [id, new Date(), referenceId, body, dueAt],
  );
  return id;
}

export async function findDelivery(db: pg.Pool, id: string): Promise<Delivery | null> {
  if (!ID.test(id)) return null;
  const { rows } = await db.query<Delivery>(`select ${SELECTED} from deliveries where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function listDeliveries(db: pg.Pool): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(
    `select ${SELECTED} from deliveries order by created_at desc, id limit 500`,
  );
  return rows;
}

export async function listDueDeliveries(db: pg.Pool, now: Date, limit: number): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(
    `select ${SELECTED} from deliveries where next_attempt_at <= $1 order by next_attempt_at limit $2`,
    [now, limit],
  );
  return rows;
}

export async function findNextAttemptAt(db: pg.Pool): Promise<Date | null> {
  const { rows } = await db.query<{ due: Date | null }>("select min(next_attempt_at) as due from deliveries");
  return rows[0]?.due ?? null;
}

export async function saveBody(db: pg.Pool, id: string, body: string): Promise<void> {
  await db.query("update deliveries set body = $2 where id = $1", [id, body]);
}

export async function recordAttempt(
  db: pg.Pool,
  id: string,
  attempt: Attempt,
  outcome: { isDelivered: boolean; nextAttemptAt: Date | null },
): Promise<void> {
  await db.query(
    `update deliveries set
       attempts = (case when jsonb_array_length(attempts) >= ${MAX_STORED_ATTEMPTS} then attempts - 0 else attempts end) || $2::jsonb,
       delivered_at = case when $3 then coalesce(delivered_at, $4) else delivered_at end,
       next_attempt_at = $5
     where id = $1`,
    [id, JSON.stringify([attempt]), outcome.isDelivered, new Date(), outcome.nextAttemptAt],
  );
}
