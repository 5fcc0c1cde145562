import "server-only";
import type { Card } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { cardsList } from "@/lib/lists/cards-list";
import { CARD_COLUMNS, type CardRow, toCard } from "./card-row";
import { orderBy, type Sort } from "./keyset";
import type { CardSortKey } from "./list-cards";

/** In the order of the list, without those that the index doesn't know. */
export async function findCardsById(ids: readonly string[], sort: Sort<CardSortKey>): Promise<Card[]> {
  const order = orderBy(cardsList.columns[sort.by].sort.column, sort.direction);
  const { rows } = await (await pool()).query<CardRow>(
    `select ${CARD_COLUMNS} from indexed_cards where id = any($1) order by ${order}`,
    [ids],
  );
  return rows.map(toCard);
}
