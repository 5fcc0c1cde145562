import "server-only";
import { pool } from "@/lib/db/database";
import type { Customer } from "@/lib/domain/cards/customer";

const MAX_OTHER_NAMES = 3;

/**
 * SQL for the first card of the customer with the ID `expression`. Its holder is the customer's name, so a later card
 * issued with a wrong customer ID can't rename the customer.
 */
export function firstCardOf(expression: string): string {
  return `from indexed_cards first where first.customer_id = ${expression}
    order by first.created_at, first.id limit 1`;
}

/** Null if the index has no card of this customer. */
export async function findIndexedCustomer(id: string): Promise<Customer | null> {
  const { rows } = await (await pool()).query<{ status: string; cards: string; names: string[] }>(
    `select status, count(*) as cards,
            (array_agg(distinct cardholder_name))[1:${MAX_OTHER_NAMES + 1}] as names
     from indexed_cards where customer_id = $1 group by status order by status`,
    [id],
  );
  const firsts = await (await pool()).query<{ name: string; created_at: Date }>(
    `select cardholder_name as name, created_at ${firstCardOf("$1")}`,
    [id],
  );
  const [first] = firsts.rows;
  if (!first) return null;
  const others = new Set(rows.flatMap(({ names }) => names));
  others.delete(first.name);
  return {
    id,
    name: first.name,
    otherNames: [...others].slice(0, MAX_OTHER_NAMES),
    cards: rows.reduce((sum, { cards }) => sum + Number(cards), 0),
    byStatus: rows.map(({ status, cards }) => ({ status, cards: Number(cards) })),
    since: first.created_at.toISOString(),
  };
}
