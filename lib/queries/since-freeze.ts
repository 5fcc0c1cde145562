import "server-only";
import { z } from "zod";
import { listAudit } from "@/lib/audit/read";
import { CardId } from "@/lib/contract/card";
import { KNOWN_TRANSACTION_STATUSES } from "@/lib/contract/transaction";
import { pool } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

/** Counts transactions since the given time, or since the card's last freeze in Cardwell. */
export const getSinceFreeze = defineQuery({
  name: "the activity since a freeze",
  permission: "transactions.read",
  input: z.object({ cardId: CardId, since: z.iso.datetime().optional() }),
  async run({ input }) {
    const since = input.since ?? (await findLastFreeze(input.cardId));
    const db = await pool();
    const { rows } = await db.query<{ status: string; transactions: number; as_of: Date | null }>(
      `select coalesce(t.status, '') as status, count(t.id)::int as transactions, f.fresh_at as as_of
       from index_feeds f
       left join indexed_transactions t on t.card_id = $1 and t.created_at >= $2
       where f.name = 'transactions' group by t.status, f.fresh_at`,
      [input.cardId, since],
    );
    const count = (isCounted: (status: string) => boolean) =>
      rows.filter(({ status }) => isCounted(status)).reduce((sum, row) => sum + row.transactions, 0);
    return success({
      since,
      approved: count((status) => status !== "DECLINED" && isKnown(status)),
      declined: count((status) => status === "DECLINED"),
      other: count((status) => !isKnown(status)),
      asOf: rows[0]?.as_of?.toISOString() ?? null,
    });
  },
});

async function findLastFreeze(cardId: string): Promise<string | null> {
  const filter = { target: cardId, action: "card.freeze", outcome: "succeeded" } as const;
  const { rows } = await listAudit(filter, { limit: 1 });
  return rows[0] ? new Date(rows[0].atMs).toISOString() : null;
}

// A purchase that was cleared, reversed or refunded was approved first.
function isKnown(status: string): boolean {
  return (KNOWN_TRANSACTION_STATUSES as readonly string[]).includes(status);
}
