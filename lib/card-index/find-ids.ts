import "server-only";
import { pool } from "@/lib/db/database";
import { Conditions } from "@/lib/postgres/conditions";
import { buildCardQuery } from "./card-query";
import { addText } from "./list-cards";

const MAX_CARDS = 200;

export type FoundIds = {
  cards: string[];
  customers: string[];
  /** More cards match than are returned. */
  isTruncated: boolean;
};

/** The cards that exactly match a name, a last four or an ID, and their customers. */
export async function findIdsByText(text: string): Promise<FoundIds> {
  const query = await buildCardQuery(text);
  if (!query) return { cards: [], customers: [], isTruncated: false };
  const conditions = new Conditions();
  addText(conditions, query);
  const { rows } = await (await pool()).query<{ id: string; customer_id: string }>(
    `select id, customer_id from indexed_cards where ${conditions} limit ${MAX_CARDS + 1}`,
    conditions.values,
  );
  const found = rows.slice(0, MAX_CARDS);
  // A complete card ID means that card only, not its customer.
  const isCardId = query.ids.some((id) => found.some((card) => card.id === id));
  return {
    cards: found.map(({ id }) => id),
    customers: isCardId ? [] : [...new Set(found.map((card) => card.customer_id))],
    isTruncated: rows.length > MAX_CARDS,
  };
}
