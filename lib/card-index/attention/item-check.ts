import "server-only";
import type { TargetCheck } from "@/lib/audit/target-check";
import { pool } from "@/lib/db/database";
import { parseAttentionKey } from "@/lib/domain/cards/attention-items";
import { ATTENTION_SQL } from "./attention-sql";

/** An item exists while it needs attention, and once it was dismissed. */
export const itemCheck: TargetCheck<{ key: string }> = {
  async isKnown({ key }) {
    const kind = parseAttentionKey(key)?.kind;
    if (!kind) return false;
    const { rowCount } = await (await pool()).query(
      `select from dismissals where key = $1
       union all select from (${ATTENTION_SQL[kind]}) items where key = $1 limit 1`,
      [key],
    );
    return Boolean(rowCount);
  },
  findError: async (_, requestId) => ({
    code: "conflict",
    message: "This item no longer needs attention. Nothing was changed.",
    requestId,
    retry: "never",
  }),
};
