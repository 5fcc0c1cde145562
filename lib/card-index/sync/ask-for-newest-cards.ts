import "server-only";
import { pool } from "@/lib/db/database";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { readIndexState } from "./index-state";
import { issuerTotal } from "./sync-state";

/** Whether the index has every card that the issuer counts and lists first right now, not at the last refresh. */
export async function askForNewestCards(): Promise<{ areKnown: boolean } | { failure: IssuerFailure }> {
  const response = await issuer().listCards({ page: 1 });
  if (!response.ok) return { failure: response.failure };
  const ids = [...new Set(response.data.results.map(({ id }) => id))];
  const { rowCount } = await (await pool()).query("select from indexed_cards where id = any($1)", [ids]);
  const { cards } = await readIndexState(issuerTotal(response.data, 1));
  return { areKnown: rowCount === ids.length && cards.isComplete };
}
