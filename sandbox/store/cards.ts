import type pg from "pg";
import type { Card, CardDetail, KnownCardStatus } from "@/lib/contract/card";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import type { ListQuery } from "@/lib/contract/list";
import { isUuid } from "@/lib/domain/text/uuid";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { lastFour } from "@/sandbox/domain/credentials";
import { bulkInsert, type Column } from "./bulk-insert";
import { findPage } from "./lists";
import type { CardRecord, Credentials } from "./records";

/** `credentialsVersion` counts the sets of credentials the card has had. */
export type StoredCard = CardRecord & { credentialsVersion: number };

const COLUMNS: readonly Column<CardRecord>[] = [
  ["id", "uuid", (card) => card.id],
  ["created", "timestamptz", (card) => card.created],
  ["currency", "text", (card) => card.currency],
  ["external_customer_id", "text", (card) => card.externalCustomerId],
  ["cardholder_name", "text", (card) => card.cardholderName],
  ["card_name", "text", (card) => card.cardName],
  ["card_design", "text", (card) => card.cardDesign],
  ["card_type", "text", (card) => card.cardType],
  ["customer_type", "text", (card) => card.customerType],
  ["status", "text", (card) => card.status],
  ["status_reason", "text", (card) => card.statusReason],
  ["available_credit", "numeric", (card) => card.availableCredit],
  ["card_number", "text", (card) => card.cardNumber],
  ["cvv", "text", (card) => card.cvv],
  ["expiry_date", "date", (card) => card.expiryDate],
];

const SELECTED = `id, created, currency, external_customer_id, cardholder_name, card_name, card_design, card_type,
  customer_type, status, status_reason, available_credit, card_number, cvv, expiry_date::text, credentials_version`;

type Row = {
  id: string;
  created: Date;
  currency: string;
  external_customer_id: string;
  cardholder_name: string;
  card_name: string;
  card_design: string;
  card_type: CardRecord["cardType"];
  customer_type: CardRecord["customerType"];
  status: KnownCardStatus;
  status_reason: string | null;
  available_credit: string;
  card_number: string;
  cvv: string;
  expiry_date: string;
  credentials_version: number;
};

export async function insertCards(client: pg.ClientBase, cards: readonly CardRecord[]): Promise<void> {
  await bulkInsert(client, "cards", COLUMNS, cards);
}

export async function saveApplication(
  client: pg.ClientBase,
  cardId: string,
  request: CreateCardRequest,
): Promise<void> {
  await client.query("update cards set application = $2 where id = $1", [cardId, JSON.stringify(request)]);
}

export async function findCard(db: pg.Pool | pg.ClientBase, cardId: string): Promise<StoredCard | null> {
  return selectCard(db, cardId, "");
}

/** Locks the card's row until the transaction ends, so that calls on the same card are serialized. */
export async function lockCard(client: pg.ClientBase, cardId: string): Promise<StoredCard | null> {
  return selectCard(client, cardId, "for update");
}

export async function setStatus(
  client: pg.ClientBase,
  cardId: string,
  { status, statusReason }: Pick<CardRecord, "status" | "statusReason">,
): Promise<void> {
  await client.query("update cards set status = $2, status_reason = $3 where id = $1", [
    cardId,
    status,
    statusReason,
  ]);
}

/** Purchases with the old credentials are declined from now on. */
export async function replaceCredentials(
  client: pg.ClientBase,
  cardId: string,
  credentials: Credentials,
): Promise<void> {
  await client.query(
    `update cards set card_number = $2, cvv = $3, expiry_date = $4, credentials_version = credentials_version + 1
     where id = $1`,
    [cardId, credentials.cardNumber, credentials.cvv, credentials.expiryDate],
  );
}

export async function setDesign(client: pg.ClientBase, cardId: string, cardDesign: string): Promise<void> {
  await client.query("update cards set card_design = $2 where id = $1", [cardId, cardDesign]);
}

export async function changeCredit(client: pg.ClientBase, cardId: string, change: number): Promise<void> {
  await client.query("update cards set available_credit = available_credit + $2 where id = $1", [
    cardId,
    change,
  ]);
}

export async function listCards(
  db: pg.Pool,
  query: ListQuery,
  pageSize: number,
): Promise<{ count: number; results: Card[] }> {
  const start = await findPage(db, "cards", query, pageSize);
  if (start.before === null) return { count: start.count, results: [] };
  const { rows } = await db.query<Row>(
    `select ${SELECTED} from cards
     where created < $1 and created >= coalesce($2::date::timestamp at time zone 'utc', '-infinity')
     order by created desc, id desc offset $3 limit $4`,
    [start.before, query.min_created ?? null, start.skip, pageSize],
  );
  return { count: start.count, results: rows.map((row) => toCard(toRecord(row))) };
}

export function toCard(card: CardRecord): Card {
  return {
    id: card.id,
    currency: card.currency,
    lastFour: lastFour(card.cardNumber),
    externalCustomerId: card.externalCustomerId,
    cardholderName: card.cardholderName,
    cardName: card.cardName,
    cardDesign: card.cardDesign,
    cardType: card.cardType,
    status: card.status,
    created: formatTimestamp(card.created),
  };
}

export function toCardDetail(card: CardRecord): CardDetail {
  return { ...toCard(card), statusReason: card.statusReason, availableCredit: card.availableCredit };
}

async function selectCard(
  db: pg.Pool | pg.ClientBase,
  cardId: string,
  lock: "" | "for update",
): Promise<StoredCard | null> {
  if (!isUuid(cardId)) return null;
  const { rows } = await db.query<Row>(`select ${SELECTED} from cards where id = $1 ${lock}`, [cardId]);
  return rows[0] ? toRecord(rows[0]) : null;
}

function toRecord(row: Row): StoredCard {
  return {
    id: row.id,
    created: row.created,
    currency: row.currency,
    externalCustomerId: row.external_customer_id,
    cardholderName: row.cardholder_name,
    cardName: row.card_name,
    cardDesign: row.card_design,
    cardType: row.card_type,
    customerType: row.customer_type,
    status: row.status,
    statusReason: row.status_reason,
    availableCredit: Number(row.available_credit),
    cardNumber: row.card_number,
    cvv: row.cvv,
    expiryDate: row.expiry_date,
    credentialsVersion: row.credentials_version,
  };
}
