import "server-only";
import { pool } from "@/lib/db/database";
import type { DesignUse } from "@/lib/domain/cards/design";

export async function countDesignUses(): Promise<DesignUse[]> {
  const db = await pool();
  const { rows } = await db.query<{ designId: string; status: string; cards: string }>(
    `select card_design as "designId", status, sum(cards) as cards from card_counts
     group by card_design, status having sum(cards) > 0 order by card_design, status`,
  );
  return rows.map((row) => ({ ...row, cards: Number(row.cards) }));
}
