import "server-only";
import { pool } from "@/lib/db/database";
import { Conditions } from "@/lib/postgres/conditions";
import { buildCardQuery } from "./card-query";
import { addText } from "./list-cards";

const MOST_CARDS = 200;

export type FoundIds = {
  cards: string[];
  customers: string[];
  /** More cards match than are given. */
  isTruncated: boolean;
};

/** The cards that a name, a last four or an id finds as it was typed, and whose they are. */
export async function findIdsByText(text: string): Promise<FoundIds> {
  const query = await buildCardQuery(text);
  if (!query) return { cards: [], customers: [], isTruncated: false };
  const conditions = new Conditions();
  addText(conditions, query);
  const { rows } = await (await pool()).query<{ id: string; customer_id: string }>(
    `select id, customer_id from indexed_cards where ${conditions} limit ${MOST_CARDS + 1}`,
    conditions.values,
  );
  const found = rows.slice(0, MOST_CARDS);
  // A card's whole id means this card, and not its customer.
  const isCardId = query.ids.some((id) => found.some((card) => card.id === id));
  return {
    cards: found.map(({ id }) => id),
    customers: isCardId ? [] : [...new Set(found.map((card) => card.customer_id))],
    isTruncated: rows.length > MOST_CARDS,
  };
}
