import "server-only";
import { pool } from "@/lib/db/database";

const CARDS_LOOKED_AT = 50;

/** The currency of the newest cards; null where there are none, or they differ. The issuer names it only on a card. */
export async function findProgramCurrency(): Promise<string | null> {
  const { rows } = await (await pool()).query<{ currency: string }>(
    `select distinct currency
     from (select currency from indexed_cards order by created_at desc, id desc limit ${CARDS_LOOKED_AT}) newest`,
  );
  const [only, ...others] = rows;
  return only && others.length === 0 ? only.currency : null;
}
