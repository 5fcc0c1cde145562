import "server-only";
import { pool } from "@/lib/db/database";

const SAMPLE_SIZE = 50;

/** The currency of the newest cards; null if there are none or they differ. The issuer returns it only with a card. */
export async function findProgramCurrency(): Promise<string | null> {
  const { rows } = await (await pool()).query<{ currency: string }>(
    `select distinct currency
     from (select currency from indexed_cards order by created_at desc, id desc limit ${SAMPLE_SIZE}) newest`,
  );
  const [only, ...others] = rows;
  return only && others.length === 0 ? only.currency : null;
}
