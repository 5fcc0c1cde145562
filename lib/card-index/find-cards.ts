import "server-only";
import type { Card } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { CARD_COLUMNS, type CardRow, toCard } from "./card-row";

/** The cards of these ids that the index knows. */
export async function findIndexedCards(ids: readonly string[]): Promise<Map<string, Card>> {
  if (ids.length === 0) return new Map();
  const db = await pool();
  const { rows } = await db.query<CardRow>(`select ${CARD_COLUMNS} from indexed_cards where id = any($1)`, [
    [...new Set(ids)],
  ]);
  return new Map(rows.map((row) => [row.id, toCard(row)]));
}
