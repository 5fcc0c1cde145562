import "server-only";
import type { Card } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { CARD_COLUMNS, type CardRow, toCard } from "./card-row";

export type CardLabel = Pick<Card, "lastFour" | "cardholderName"> & { formerLastFours: string[] };

export async function findCardLabels(ids: readonly string[]): Promise<Map<string, CardLabel>> {
  if (ids.length === 0) return new Map();
  const { rows } = await (await pool()).query<CardLabel & { id: string }>(
    `select id, last_four as "lastFour", cardholder_name as "cardholderName", former_last_fours as "formerLastFours"
     from indexed_cards where id = any($1)`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, ...label }) => [id, label]));
}

export async function findIndexedCards(ids: readonly string[]): Promise<Map<string, Card>> {
  if (ids.length === 0) return new Map();
  const db = await pool();
  const { rows } = await db.query<CardRow>(`select ${CARD_COLUMNS} from indexed_cards where id = any($1)`, [
    [...new Set(ids)],
  ]);
  return new Map(rows.map((row) => [row.id, toCard(row)]));
}
