import "server-only";
import { pool } from "@/lib/db/database";
import type { Customer } from "@/lib/domain/customer";

const OTHER_NAMES = 3;

/** Null: the index knows no card of theirs. */
export async function findIndexedCustomer(id: string): Promise<Customer | null> {
  const { rows } = await (await pool()).query<{ status: string; cards: string; names: string[] }>(
    `select status, count(*) as cards,
            (array_agg(distinct cardholder_name))[1:${OTHER_NAMES + 1}] as names
     from indexed_cards where customer_id = $1 group by status order by status`,
    [id],
  );
  if (rows.length === 0) return null;
  const newest = await (await pool()).query<{ name: string }>(
    `select cardholder_name as name from indexed_cards
     where customer_id = $1 order by created_at desc, id desc limit 1`,
    [id],
  );
  const name = newest.rows[0]?.name ?? id;
  const others = new Set(rows.flatMap(({ names }) => names));
  others.delete(name);
  return {
    id,
    name,
    otherNames: [...others].slice(0, OTHER_NAMES),
    cards: rows.reduce((sum, { cards }) => sum + Number(cards), 0),
    byStatus: rows.map(({ status, cards }) => ({ status, cards: Number(cards) })),
  };
}
